import type { ReadViewer } from '../../http/access.ts';
import type { ProvenIdentity } from '../../ports/identity.ts';
import type { Services } from '../../services.ts';
import { findUserByEmail } from './queries.ts';
import { createTokenReader } from './tokens.ts';

type Needs = Pick<Services, 'reads' | 'identity' | 'clock' | 'tokenSecret' | 'security'>;

/** Looks up the caller on every call, so that logging out or removing an account takes effect immediately in every process. */
export function createReadViewer({ reads, identity, clock, tokenSecret, security }: Needs): ReadViewer {
  const readToken = createTokenReader(tokenSecret);
  const read = async (proven: Pick<ProvenIdentity, 'email' | 'sessionId' | 'emailVerified'>): ReturnType<ReadViewer['byIdentity']> => {
    const user = await findUserByEmail(reads, proven.email);
    if (!user) return 'unregistered';
    if (user.removed_at !== null) return null;
    const { id: userId, email, name, role } = user;
    const needsSecondFactor = role === 'admin' && security.adminSecondFactor;
    const lacksSecondFactor = needsSecondFactor && !(await identity.secondFactor?.isOn(email));
    return {
      userId,
      email,
      name,
      role,
      verified: user.verified_at !== null,
      sessionId: proven.sessionId,
      lacksSecondFactor,
      since: user.created_at,
      addressVerified: proven.emailVerified,
    };
  };
  return {
    byIdentity: read,
    async byToken(written) {
      const now = clock.now();
      const token = await readToken(written, now);
      return token && (await identity.isSessionAlive(token.sessionId, now)) ? read(token) : null;
    },
  };
}
