import type { SignInSession } from '#contract/accounts/sign-ins.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { deviceOf } from './device.ts';

/** Where somebody is logged in now, most recently used first. */
export async function findSessions(identity: Pick<IdentityProvider, 'findSignIns'>, email: string, now: number): Promise<Omit<SignInSession, 'current'>[]> {
  return (await identity.findSignIns(email, now)).map(({ id, userAgent, address, startedAt, lastUsedAt }) => ({
    _id: id,
    device: deviceOf(userAgent),
    address,
    since: toIso(startedAt),
    lastUsed: toIso(Math.max(startedAt, lastUsedAt)),
  }));
}
