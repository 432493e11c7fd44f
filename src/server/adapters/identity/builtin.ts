import type { IdentityProvider } from '../../ports/identity.ts';
import { type Auth, type BuiltinIdentityOptions, createAuth, IDENTITY_BASE_PATH, pluginsFor, providersOf } from './library.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createPasswordHashing } from './password-hashing.ts';
import { createAccounts, createPasswordChange, toSubject } from './passwords.ts';
import { findProvenAt } from './proof-queries.ts';
import { createProofs } from './proofs.ts';
import { deleteAccountOf, deleteSession, deleteSessionsOf, describeAccount, findSessionEnd, findSessions } from './queries.ts';
import { createRequestHandler } from './request-handler.ts';
import { createCodeLimit } from './second-factor/code-limit.ts';
import { createSecondFactors } from './second-factor/second-factor.ts';
import { createIdentify } from './session-cookie.ts';
import { createSignInChecks } from './sign-in-checks.ts';
import { createSignInGuard } from './sign-in-guard.ts';

/** Email and password, passkeys, and Google, in the shop's own database. */
export function createBuiltinIdentity(options: BuiltinIdentityOptions): IdentityProvider {
  const { db, reads, clock } = options;
  const providers = providersOf(options);
  const plugins = pluginsFor(options, providers);
  const resets = new WeakMap<Request, string>();
  const hashing = createPasswordHashing(options.hashes);
  const onReset = async ({ id, email }: { id: string; email: string }, request: Request | undefined): Promise<void> => {
    await options.alerts.passwordReset({ email, subject: toSubject(id) });
    if (request) resets.set(request, email);
  };
  const auth = createAuth(options, { plugins, hashing, onReset });
  const guard = createSignInGuard({ db, clock, secret: options.secret, isSecure: options.origin.isSecure });
  let returning: Auth | null = null;
  /** Created when the first person comes back from a provider. */
  const forReturns = (): Auth => {
    returning ??= createAuth(options, { plugins, hashing, isTransactional: true });
    return returning;
  };
  const identify = createIdentify(auth, options);
  const ownOrigin = (headers: Headers): string => options.origin.at(headers.get('host') ?? '') ?? options.origin.url();
  const passkeys = createPasskeys({ ...options, auth, identify, ownOrigin });
  const factors = createSecondFactors({ ...options, auth, guard, hashing, passkeys });
  const passChecks = createSignInChecks({ ...options, guard, passCode: createCodeLimit({ ...options, factors, guard, passkeys }) });
  const isSessionAlive = async (sessionId: string, now: number): Promise<boolean> => {
    const end = await findSessionEnd(reads, sessionId);
    return end !== null && end > now;
  };
  const other = options.providers.find(({ id }) => id === 'oidc');
  return {
    kind: 'builtin',
    google: googleOf(options),
    ...(other && { oidc: { name: other.name } }),
    identify,
    isSessionAlive,
    isLoggedIn: isSessionAlive,
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
    handle: createRequestHandler({ ...options, auth, forReturns, guard, hashing, identify, passChecks, resetBy: (request) => resets.get(request) }),
  };
}

function googleOf({ practiceGoogle, providers }: BuiltinIdentityOptions): IdentityProvider['google'] {
  if (practiceGoogle) return 'practice';
  return providers.some(({ id }) => id === 'google') ? 'google' : 'none';
}
