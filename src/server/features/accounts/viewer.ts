import type { ReadViewer } from '../../http/access.ts';
import type { Services } from '../../services.ts';
import { findUserByEmail } from './queries.ts';
import { readToken } from './tokens.ts';

/** Whom an access token proves, asked anew at every call: it ends at once with the sign-in and with the account, on every process. */
export const createReadViewer =
  ({ db, identity, clock, tokenSecret, security }: Pick<Services, 'db' | 'identity' | 'clock' | 'tokenSecret' | 'security'>): ReadViewer =>
  async (written) => {
    const now = clock.now();
    const token = await readToken(written, tokenSecret, now);
    if (!token || !(await identity.isSessionAlive(token.sessionId, now))) return null;
    const user = await findUserByEmail(db, token.email);
    if (!user) return 'unregistered';
    if (user.removed_at !== null) return null;
    const { id: userId, email, name, role } = user;
    const isWatched = role === 'admin' && security.adminSecondFactor;
    const lacksSecondFactor = isWatched && !(await identity.secondFactor?.isOn(email));
    return { userId, email, name, role, verified: user.verified_at !== null, sessionId: token.sessionId, lacksSecondFactor, since: user.created_at };
  };
