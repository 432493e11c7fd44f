import type { UserRow } from '../../db/tables.ts';
import type { ReadViewer } from '../../http/access.ts';
import type { ProvenIdentity } from '../../ports/identity.ts';
import type { Services } from '../../services.ts';
import { findUserByEmail } from './queries.ts';
import { ownsAccount } from './rules.ts';
import { createTokenReader } from './tokens.ts';

type Needs = Pick<Services, 'reads' | 'identity' | 'clock' | 'tokenSecret' | 'security'>;

/** Looks up the caller on every call, so that logging out or removing an account takes effect immediately in every process. */
export function createReadViewer({ reads, identity, clock, tokenSecret, security }: Needs): ReadViewer {
  const readToken = createTokenReader(tokenSecret);
  const toViewer = async (proven: Pick<ProvenIdentity, 'sessionId' | 'emailVerified'>, user: UserRow | undefined): ReturnType<ReadViewer['byIdentity']> => {
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
    async byIdentity(proven) {
      const user = await findUserByEmail(reads, proven.email);
      // A token is signed only after the same check.
      return user && !ownsAccount(proven, user) ? null : toViewer(proven, user);
    },
    async byToken(written) {
      const now = clock.now();
      const token = await readToken(written, now);
      return token && (await identity.isSessionAlive(token.sessionId, now)) ? toViewer(token, await findUserByEmail(reads, token.email)) : null;
    },
  };
}
