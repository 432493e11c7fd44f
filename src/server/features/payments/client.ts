import { createHmac } from 'node:crypto';
import type { CallContext } from '../../http/route.ts';
import { networkKeyOf } from '../../security/client-network.ts';
import type { Services } from '../../services.ts';

/** Who wants a phone, and the network they are counted under; null when networks aren't counted. */
export type Client = { buyerId: string; network: { key: string; factor: number } | null };

/** The network is a keyed hash: enough to count by, but not an address. */
export function clientOf(
  { caller, request }: Pick<CallContext<'POST /create-payment-intent'>, 'caller' | 'request'>,
  { tokenSecret, security }: Pick<Services, 'tokenSecret' | 'security'>,
): Client {
  const place = networkKeyOf(request.server.findAddress(request));
  const key = createHmac('sha256', tokenSecret).update(`reservations from ${place}`).digest('base64url').slice(0, 16);
  return { buyerId: caller.userId, network: security.rateLimits === 0 ? null : { key, factor: security.rateLimits } };
}
