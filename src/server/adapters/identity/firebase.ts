import { LOG_IN_FIRST } from '#contract/shared/log-in-first.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityProvider, ProvenIdentity } from '../../ports/identity.ts';
import { createFirebaseAccounts, findKeyFault } from './firebase-accounts.ts';
import { createTokenReader, type IdToken, type TokenReaderOptions } from './firebase-tokens.ts';
import { KeysUnreachable } from './published-keys.ts';
import { endSeenSignIns, endSignIn, endSignInsOf, findSeenSignIns, findSignInEnd, REMEMBERED_MS, recordSignIn } from './queries.ts';
import { refusalResponse } from './refusals.ts';

export type FirebaseIdentityOptions = {
  db: Db;
  clock: Clock;
  apiKey: string;
  projectId: string;
  /** `host:port` of the Firebase Auth emulator; null for Google. */
  emulatorHost: string | null;
} & Pick<TokenReaderOptions, 'keysUrl' | 'timeoutMs'>;

const BEARER = /^Bearer +(\S+)$/iu;
const SOON_SECONDS = 5;

/** The lifetime of Firebase's ID tokens. */
const ID_TOKEN_MS = 3_600_000;

/**
 * Firebase Authentication: the ID token in the authorization header proves the identity. Ended sessions are recorded in our own tables and refused at
 * once.
 */
export function createFirebaseIdentity({ db, clock, apiKey, projectId, emulatorHost, ...reader }: FirebaseIdentityOptions): IdentityProvider {
  const readToken = createTokenReader({ projectId, isEmulated: emulatorHost !== null, now: clock.now, ...reader });
  const makeAccount = createFirebaseAccounts({ apiKey, emulatorHost });

  const readHeaders = async (headers: Headers): Promise<IdToken | null> => {
    const written = BEARER.exec(headers.get('authorization') ?? '')?.[1];
    if (written === undefined) return null;
    return readToken(written).catch((error: unknown) => {
      throw error instanceof KeysUnreachable ? unreachable() : error;
    });
  };

  const identify = async (headers: Headers): Promise<ProvenIdentity | null> => {
    const token = await readHeaders(headers);
    if (!token) return null;
    const session = toSession(token);
    if (!(await recordSignIn(db, session))) return null;
    const { email, name } = token;
    return { email, name, subject: `firebase:${token.sub}`, emailVerified: token.email_verified, sessionId: session.id, expiresAt: session.expiresAt };
  };

  return {
    kind: 'firebase',
    google: 'google',
    identify,
    async isSessionAlive(sessionId, now) {
      const end = await findSignInEnd(db, sessionId);
      return end !== null && end > now;
    },
    async isLoggedIn(sessionId, now) {
      const end = await findSignInEnd(db, sessionId);
      return end !== null && end > now - REMEMBERED_MS;
    },
    // The session id contains the login time, so a new login has a new one.
    async provenAt(sessionId) {
      return (await findSignInEnd(db, sessionId)) === null ? null : startOf(sessionId);
    },
    async findFaults() {
      const fault = await findKeyFault({ apiKey, emulatorHost });
      return fault === null ? [] : [fault];
    },
    endSessions: (email) => endSignInsOf(db, email, clock.now()),
    // An API key can neither read nor delete what Firebase stores or the account: that is up to the project's owner.
    describe: async () => [],
    forget: (email) => endSignInsOf(db, email, clock.now()),
    async findSignIns(email, now) {
      const seen = await findSeenSignIns(db, email, now);
      return seen.map(({ id, expires_at }) => ({
        id,
        startedAt: startOf(id),
        lastUsedAt: expires_at - ID_TOKEN_MS,
        userAgent: null,
        address: null,
      }));
    },
    endSignIn: (email, id, now) => endSeenSignIns(db, email, { id, others: false, now }),
    endOtherSignIns: (email, id, now) => endSeenSignIns(db, email, { id, others: true, now }),
    async createAccount(account) {
      const uid = await makeAccount(account);
      return uid && `firebase:${uid}`;
    },
    async handle(request) {
      const { pathname } = new URL(request.url);
      if (pathname !== '/api/auth/sign-out' || request.method !== 'POST') return refusalResponse(404, { message: 'We couldn’t find this.', code: 'not_found' });
      const token = await readHeaders(request.headers);
      if (!token) return refusalResponse(401, { message: LOG_IN_FIRST, code: 'not_signed_in' });
      await endSignIn(db, toSession(token), clock.now());
      return Response.json({ success: true });
    },
  };
}

function unreachable(): HttpError {
  return new HttpError(503, 'provider_failed', 'We can’t reach the login service right now. Please try again in a moment.', {
    retryAfterSeconds: SOON_SECONDS,
  });
}

/** One login at Firebase: its tokens are renewed again and again, and all of them contain the time it began. */
function toSession(token: IdToken) {
  return {
    id: `${token.sub}:${token.auth_time}`,
    email: token.email,
    startedAt: token.auth_time * 1000,
    expiresAt: token.exp * 1000,
  };
}

const startOf = (sessionId: string): number => Number(sessionId.slice(sessionId.lastIndexOf(':') + 1)) * 1000;
