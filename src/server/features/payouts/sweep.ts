import type { ProviderError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { workThrough, workThroughParts } from '../../work-through.ts';
import { tryEach } from '../payments/index.ts';
import { endUndonePayout } from './payout-commands.ts';
import { findTaking, findToReverse, findToSend, findUndoneDue } from './queries.ts';
import { claimReversal } from './reversal-commands.ts';
import { reversePayout, sendPayout, takeBack } from './sending.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'payouts'>;

/**
 * Sends sellers what is due, and takes back what was undone after they were paid. Two at once pay once. Returns how many calls to the payout service
 * failed; what they were about is tried again.
 */
export async function sweepPayouts(services: Needs, onFailure: (orderId: string, error: ProviderError) => void = () => {}): Promise<number> {
  const { db, clock, payouts } = services;
  if (payouts.kind === 'by-hand') {
    const { kind } = payouts;
    await workThroughParts([
      async () => workThrough(await findUndoneDue(db), (orderId) => endUndonePayout(db, orderId, clock.now())),
      async () => workThrough(await findToReverse(db), async (orderId) => (await claimReversal(db, orderId, { provider: kind, now: clock.now() })) !== null),
    ]);
    return 0;
  }
  const sending = { ...services, payouts };
  return workThroughParts([
    async () => tryEach(await findToSend(db, payouts.kind, clock.now()), (orderId) => sendPayout(sending, orderId), onFailure),
    async () => tryEach(await findTaking(db, payouts.kind, clock.now()), (orderId) => takeBack(sending, orderId), onFailure),
    async () => tryEach(await findToReverse(db), (orderId) => reversePayout(sending, orderId), onFailure),
  ]);
}
