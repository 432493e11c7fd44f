import { LOG_IN_FIRST } from '#contract/shared/log-in-first.ts';
import { CLIENT_ADDRESS } from '../../http/fetch-handler.ts';
import type { SignInFailed, SignInWay } from '../../ports/identity.ts';
import { partialAddress } from '../../security/client-network.ts';
import type { BuiltinIdentityOptions } from './library.ts';
import { findAddressOf, findPasswordHash } from './ownership-queries.ts';
import { toSubject } from './passwords.ts';
import { refusalResponse } from './refusals.ts';
import { backWithout } from './second-factor/code-limit.ts';
import type { Made } from './second-factor/new-sessions.ts';
import { deleteSessionsById } from './second-factor/second-factor-queries.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** How a person logged in, by the path that created the session. Signing up doesn't count as a login. */
const WAYS: Record<string, SignInWay> = {
  '/sign-in/email': 'password',
  '/callback/google': 'google',
  '/callback/oidc': 'oidc',
  '/passkey/verify-authentication': 'passkey',
};

/** The value of `error` when someone comes back from practice Google. */
const NOT_FOR_PRACTICE = 'not_for_practice';

type SignIn = {
  /** An unread copy of the request. */
  request: Request;
  path: string;
  response: Response;
  made: Made;
  /** The hash that the typed password matched. */
  proven: string | null;
};
/** `isGiven`: the response hands out the session. */
type Passed = { response: Response; isGiven: boolean };
type Account = { userId: string; email: string };

type Options = Pick<BuiltinIdentityOptions, 'db' | 'alerts' | 'isAdmin' | 'practiceGoogle'> & {
  guard: SignInGuard;
  passCode(signIn: Omit<SignIn, 'made' | 'proven'> & Pick<Made, 'sessions'>): Promise<Response>;
};

/**
 * Decides whether a new session of the library is handed out: the password must still be the account's, practice Google must be allowed to log this
 * account in, and the second factor must be right. Logins are recorded before the session is handed out.
 */
export function createSignInChecks({ db, alerts, isAdmin, practiceGoogle, guard, passCode }: Options) {
  const refuse = async (way: SignInWay, { userId, email }: Account, signIn: SignIn): Promise<Response | null> => {
    // A reset or verification during the password check has invalidated it.
    if (way === 'password' && (await findPasswordHash(db, userId)) !== signIn.proven)
      return refusalResponse(401, { message: 'Wrong email or password.', code: 'wrong_credentials' });
    if (way === 'google' && practiceGoogle && (await isAdmin(email))) return backWithout(signIn.response.headers.get('location') ?? '/login', NOT_FOR_PRACTICE);
    return null;
  };

  const noteDone = async (way: SignInWay, { userId, email }: Account, { request, response, made }: SignIn): Promise<Response> => {
    const knownSince = await guard.knownSince(request, email);
    await alerts.done({
      email,
      subject: toSubject(userId),
      way,
      isFirst: made.isNewAccount,
      knownSince,
      userAgent: request.headers.get('user-agent') || null,
      address: partialAddress(request.headers.get(CLIENT_ADDRESS) ?? ''),
    });
    // After a password login the guard has set the cookie already.
    return knownSince !== null || way === 'password' ? response : guard.know(response, email);
  };

  /** Returns the response if the session may be handed out; otherwise a refusal, after recording why. */
  const pass = async (signIn: SignIn): Promise<Passed> => {
    const { request, path, response, made } = signIn;
    const [session] = made.sessions;
    const way = WAYS[path];
    if (!session || way === undefined) return { response, isGiven: true };
    const found = await findAddressOf(db, session.userId);
    if (!found) return { response: refusalResponse(401, { message: LOG_IN_FIRST, code: 'not_signed_in' }), isGiven: false };
    const account = { userId: session.userId, email: found.email };
    const refusal = await refuse(way, account, signIn);
    const passed = refusal ?? (await passCode({ request, path, response, sessions: made.sessions }));
    if (passed === response) return { response: await noteDone(way, account, signIn), isGiven: true };
    await alerts.failed({ email: account.email, subject: toSubject(account.userId), way, why: refusal ? 'refused' : await reasonOf(passed) });
    return { response: passed, isGiven: false };
  };

  return async (signIn: SignIn): Promise<Passed> => {
    let isGiven = false;
    try {
      const passed = await pass(signIn);
      isGiven = passed.isGiven;
      return passed;
    } finally {
      if (!isGiven)
        await deleteSessionsById(
          db,
          signIn.made.sessions.map(({ id }) => id),
        );
    }
  };
}

/** Why an account with a second factor was not opened. */
async function reasonOf(refusal: Response): Promise<SignInFailed['why']> {
  if (refusal.status === 429) return 'too-many';
  return refusal.status === 422 ? 'wrong-code' : 'code-needed';
}
