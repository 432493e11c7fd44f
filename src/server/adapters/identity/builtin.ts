import { throwingTrouble } from '../../db/trouble.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { checkAuthRequest, hasReadableCookies } from './auth-handler.ts';
import { createConfirmation } from './confirmation.ts';
import { createGuarded } from './guarded.ts';
import { type Auth, type BuiltinIdentityOptions, createAuth, IDENTITY_BASE_PATH, pluginsFor, providersOf } from './library.ts';
import { notingFault } from './oidc/faults.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { PASSKEY_OPTIONS_PATH } from './passkeys/plugin.ts';
import { createPasswordHashing, hashingFor, provenHash } from './password-hashing.ts';
import { createAccounts, createPasswordChange, toSubject } from './passwords.ts';
import { withChooserHere } from './practice-google/practice-provider.ts';
import { findProvenAt } from './proof-queries.ts';
import { createProofs } from './proofs.ts';
import { deleteAccountOf, deleteSession, deleteSessionsOf, describeAccount, findSessionEnd, findSessions, MAX_SESSION_MS, noteSessionUse } from './queries.ts';
import { toOurRefusal } from './refusals.ts';
import { createCodeLimit } from './second-factor/code-limit.ts';
import { notingNewSessions } from './second-factor/new-sessions.ts';
import { createSecondFactors } from './second-factor/second-factor.ts';
import { deleteSessionsById } from './second-factor/second-factor-queries.ts';
import { createSignInChecks } from './sign-in-checks.ts';
import { createSignInGuard, networkKeyOfRequest } from './sign-in-guard.ts';
import { SIGN_IN_WINDOW_PATH, signInWindow } from './sign-in-window.ts';
import { CONFIRM_PATH, checkVerificationRequest, VERIFICATION_PATH } from './verification.ts';
import { withoutTokens } from './without-tokens.ts';

/** E-mail and password, passkeys, and Google, in the shop's own database. */
export function createBuiltinIdentity(options: BuiltinIdentityOptions): IdentityProvider {
  const { db, clock } = options;
  const providers = providersOf(options);
  const plugins = pluginsFor(options, providers);
  const resets = new WeakMap<Request, string>();
  const hashing = createPasswordHashing();
  const onReset = async ({ id, email }: { id: string; email: string }, request: Request | undefined): Promise<void> => {
    await options.alerts.passwordReset({ email, subject: toSubject(id) });
    if (request) resets.set(request, email);
  };
  const auth = createAuth(options, { plugins, hashing, onReset });
  const guard = createSignInGuard({ db, clock, secret: options.secret, isSecure: options.origin.isSecure });
  let returning: Auth | null = null;
  /** Made when the first person comes back from a provider. */
  const forReturns = (): Auth => {
    returning ??= createAuth(options, { plugins, hashing, isTransactional: true });
    return returning;
  };
  const identify = createIdentify(auth, options);
  const ownOrigin = (headers: Headers): string => options.origin.at(headers.get('host') ?? '') ?? options.origin.url();
  const passkeys = createPasskeys({ ...options, auth, identify, ownOrigin });
  const factors = createSecondFactors({ ...options, auth, guard, hashing, passkeys });
  const passChecks = createSignInChecks({ ...options, guard, passCode: createCodeLimit({ ...options, factors, guard, passkeys }) });
  const other = options.providers.find(({ id }) => id === 'oidc');
  const identity: IdentityProvider = {
    kind: 'builtin',
    google: googleOf(options),
    ...(other && { oidc: { name: other.name } }),
    identify,
    async isSessionAlive(sessionId, now) {
      const end = await findSessionEnd(db, sessionId);
      return end !== null && end > now;
    },
    provenAt: (sessionId) => findProvenAt(db, sessionId),
    proofs: createProofs({ ...options, auth, guard, factors, passkeys }),
    passkeys,
    endSessions: (email) => deleteSessionsOf(db, email),
    describe: (email) => describeAccount(db, email),
    forget: (email) => deleteAccountOf(db, email),
    findSignIns: (email, now) => findSessions(db, email, now),
    endSignIn: (email, id) => deleteSession(db, email, { id, others: false }),
    endOtherSignIns: (email, id) => deleteSession(db, email, { id, others: true }),
    changePassword: createPasswordChange(auth, { options, guard }),
    secondFactor: factors,
    async findFaults() {
      const found = await Promise.all(providers.map(({ id, findFault }) => findFault(`${options.origin.url()}${IDENTITY_BASE_PATH}/callback/${id}`)));
      return found.filter((fault) => fault !== null);
    },
    createAccount: createAccounts(auth),
    async handle(request) {
      const { pathname } = new URL(request.url);
      if (pathname === SIGN_IN_WINDOW_PATH) return signInWindow();
      if (pathname === `${IDENTITY_BASE_PATH}${CONFIRM_PATH}`) return confirm(request);
      const checked = await check(request);
      if (checked instanceof Response) return checked;
      const path = new URL(checked.url).pathname.slice(IDENTITY_BASE_PATH.length);
      return guarded(checked, path, (admitted) => ask(admitted, path));
    },
  };
  const confirmation = createConfirmation({ ...options, auth, guard, hashing, identify });
  const confirm = async (request: Request): Promise<Response> =>
    guard.count(request, CONFIRM_PATH) ?? hashingFor({ network: networkKeyOfRequest(request), account: CONFIRM_PATH }, () => confirmation(request));
  /** What the library makes of a request, and what the shop makes of that. `email`: the one that the request names. */
  const answer = async (request: Request, { path, asked, email }: { path: string; asked: Request; email: string }): Promise<Response> => {
    const { handler } = path.startsWith('/callback/') ? forReturns() : auth;
    // Of these anybody makes rows: looking for one lets the library clear away, now and then, those that have run out.
    if (path === PASSKEY_OPTIONS_PATH) await (await auth.$context).internalAdapter.findVerificationValue('none');
    const made = await notingNewSessions(() =>
      notingFault(() =>
        throwingTrouble(
          () => handler(request),
          (response) => cameToNothing(response, path),
        ),
      ),
    );
    const { outcome: response, fault } = made.outcome;
    if (fault && response.headers.has('location')) return withFault(response, fault.code);
    if (response.status >= 500) options.onFault('built-in identity failed', await response.clone().text());
    if (response.status === 401 && path === '/sign-in/email') await options.alerts.failed({ email, subject: null, way: 'password', why: 'wrong-password' });
    if (response.status >= 400) return toOurRefusal(response);
    if (path === '/sign-in/social') return withChooserHere(response, request);
    const passed = await passChecks({ request: asked, path, response, made, proven: provenHash() });
    if (passed === response) await endReplaced(asked.headers, made.sessions);
    return withoutTokens(passed);
  };
  /** A browser has one session: whoever logs in anew ends the one that it had. */
  const endReplaced = async (headers: Headers, made: readonly { id: string }[]): Promise<void> => {
    if (made.length === 0) return;
    const earlier = await identify(headers);
    if (earlier && !made.some(({ id }) => id === earlier.sessionId)) await deleteSessionsById(db, [earlier.sessionId]);
  };
  const ask = async (request: Request, path: string): Promise<Response> => {
    const asked = request.clone();
    const { email = '' } = request.method === 'POST' ? ((await request.clone().json()) as { email?: string }) : {};
    const isKnown = guard.knownSince(request, email) !== null;
    return hashingFor({ network: networkKeyOfRequest(request), account: email, isKnown }, () => answer(request, { path, asked, email }));
  };
  const guarded = createGuarded({ ...options, guard, resetBy: (request) => resets.get(request) });
  const check = async (request: Request): Promise<Request | Response> => {
    const checked = await checkAuthRequest(request, { basePath: IDENTITY_BASE_PATH, ownOrigin: new URL(request.url).origin });
    const isVerification = request.method === 'POST' && new URL(request.url).pathname === `${IDENTITY_BASE_PATH}${VERIFICATION_PATH}`;
    if (checked instanceof Response || !isVerification) return checked;
    return checkVerificationRequest(checked, { caller: await identity.identify(checked.headers), mails: options.mails });
  };
  return identity;
}

/** Reads the session cookie. */
function createIdentify(auth: Auth, { db, clock }: BuiltinIdentityOptions): IdentityProvider['identify'] {
  return async (headers) => {
    if (!hasReadableCookies(headers)) return null;
    const signedIn = await throwingTrouble(
      () => auth.api.getSession({ headers, query: { disableRefresh: true } }),
      (found) => found === null,
    );
    if (!signedIn) return null;
    const { user, session } = signedIn;
    const end = Math.min(new Date(session.expiresAt).getTime(), new Date(session.createdAt).getTime() + MAX_SESSION_MS);
    if (end <= clock.now()) return null;
    await noteSessionUse(db, session.id, clock.now());
    return {
      email: user.email.toLowerCase(),
      name: user.name,
      subject: toSubject(user.id),
      emailVerified: user.emailVerified,
      sessionId: session.id,
      expiresAt: end,
    };
  };
}

function googleOf({ practiceGoogle, providers }: BuiltinIdentityOptions): IdentityProvider['google'] {
  if (practiceGoogle) return 'practice';
  return providers.some(({ id }) => id === 'google') ? 'google' : 'none';
}

/** The library makes refusals of its own of a database that fails; a mail that was lost it passes over in silence. */
function cameToNothing({ status, headers }: Response, path: string): boolean {
  return status >= 400 || (headers.get('location') ?? '').includes('error=') || path === '/request-password-reset' || path === VERIFICATION_PATH;
}

/** better-auth sends the browser back with one word for all that a provider does wrong; this says which it was. */
function withFault(response: Response, code: string): Response {
  const address = new URL(response.headers.get('location') ?? '', 'http://shop.invalid');
  if (!address.searchParams.has('error')) return response;
  address.searchParams.set('error', code);
  address.searchParams.delete('error_description');
  const headers = new Headers(response.headers);
  headers.set('location', address.host === 'shop.invalid' ? `${address.pathname}${address.search}` : address.href);
  return new Response(null, { status: response.status, headers });
}
