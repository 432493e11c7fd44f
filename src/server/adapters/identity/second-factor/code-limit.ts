import type { PasskeyAssertion } from '#contract/shared/webauthn.ts';
import { describeWait } from '../../../errors.ts';
import type { IdentityMails } from '../../../ports/mailer.ts';
import type { BuiltinIdentityOptions } from '../library.ts';
import type { PasskeyStore } from '../passkeys/passkeys.ts';
import { PASSKEY_SIGN_IN_PATH } from '../passkeys/plugin.ts';
import { PASSKEY_REFUSED, refusalResponse } from '../refusals.ts';
import type { SignInGuard } from '../sign-in-guard.ts';
import type { NewSession } from './new-sessions.ts';
import { readRecoveryCode } from './recovery-codes.ts';
import type { SecondFactors } from './second-factor.ts';
import { deleteSessionsById, type StoredFactor } from './second-factor-queries.ts';

/** The value of `error` when someone comes back from a provider. */
const CODE_NEEDED = 'code_needed';

const PASSKEY_NEEDED = 'This account also needs a passkey. Use one of yours, or enter a recovery code.';
const NEEDED = 'This account also needs a code. Enter the one your app shows now, or a recovery code.';
const WRONG = 'Wrong code. Enter the one your app shows now, or a recovery code you haven’t used.';
const USED = 'This code was already used. Wait for the next one and enter that.';

type Options = Pick<BuiltinIdentityOptions, 'db'> & {
  factors: Pick<SecondFactors, 'find' | 'take'>;
  passkeys: Pick<PasskeyStore, 'count' | 'verify'>;
  guard: SignInGuard;
  mails: Pick<IdentityMails, 'recoveryCodeUsed'>;
};
type SignIn = { request: Request; path: string; response: Response; sessions: NewSession[] };

/**
 * Withholds a new session from an account with a second factor until the code or passkey is right, however the person logged in. Otherwise the
 * library's response is dropped with its cookies, and the session is deleted: a password alone is not enough.
 */
export function createCodeLimit({ db, factors, passkeys, guard, mails }: Options) {
  /** Tells someone who has the account's password which second factor to use. */
  const askFor = async ({ secret, user_id }: StoredFactor): Promise<Response> => {
    if (secret === '') return refusalResponse(403, { message: PASSKEY_NEEDED, code: 'passkey_needed' });
    const fields = (await passkeys.count(user_id)) > 0 ? { fields: { passkey: 'You can also use a passkey.' } } : {};
    return refusalResponse(403, { message: NEEDED, code: CODE_NEEDED, ...fields });
  };

  /** Returns null when the code or passkey is right. */
  const refuse = async (request: Request, factor: StoredFactor): Promise<Response | null> => {
    // The auth handler has validated both fields.
    const { code = '', passkey } = (await request.json()) as { code?: string; passkey?: PasskeyAssertion };
    if (passkey) {
      if ((await passkeys.verify(request.headers, passkey)) === factor.user_id) return null;
      return refusalResponse(422, { message: PASSKEY_REFUSED, code: 'invalid', fields: { passkey: PASSKEY_REFUSED } });
    }
    if (code === '') return askFor(factor);
    const admitted = await guard.admitCode(request, factor.email, code);
    if (typeof admitted === 'number') return tooManyCodes(admitted, code);
    const taken = await factors.take(factor, code);
    if (taken.kind === 'wrong-code') return invalid(WRONG);
    await admitted.giveBack();
    if (taken.kind === 'used-code') return invalid(USED);
    if (taken.kind === 'recovery') await mails.recoveryCodeUsed(factor.email, taken.codesLeft);
    return null;
  };

  return async ({ request, path, response, sessions }: SignIn): Promise<Response> => {
    const [session] = sessions;
    // A passkey counts as both factors.
    if (!session || path === PASSKEY_SIGN_IN_PATH) return response;
    let isGiven = false;
    try {
      const factor = await factors.find(session.userId);
      if (factor === null) {
        isGiven = true;
        return response;
      }
      const location = response.headers.get('location');
      if (location !== null) return backWithout(location, CODE_NEEDED);
      const refusal = await refuse(request, factor);
      isGiven = refusal === null;
      return refusal ?? response;
    } finally {
      if (!isGiven)
        await deleteSessionsById(
          db,
          sessions.map(({ id }) => id),
        );
    }
  };
}

function tooManyCodes(seconds: number, code: string): Response {
  const otherwise = readRecoveryCode(code) === null ? ' If you don’t have your app, use a recovery code.' : '';
  const message = `Too many wrong codes. Wait ${describeWait(seconds)}, then log in again.${otherwise}`;
  return refusalResponse(429, { message, code: 'too_many' }, new Headers({ 'retry-after': String(Math.max(1, seconds)) }));
}

const invalid = (sentence: string): Response => refusalResponse(422, { message: sentence, code: 'invalid', fields: { code: sentence } });

/** Keeps the redirect but adds an error code that says why nobody is logged in. */
export function backWithout(location: string, why: string): Response {
  const address = new URL(location, 'http://shop.invalid');
  address.searchParams.set('error', why);
  const to = address.host === 'shop.invalid' ? `${address.pathname}${address.search}` : address.href;
  return new Response(null, { status: 302, headers: { location: to } });
}
