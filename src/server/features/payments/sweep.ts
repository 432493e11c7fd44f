import { ProviderError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { inBatches, PATIENCE, workThrough, workThroughParts } from '../../work-through.ts';
import { findIntentsPendingCancellation, findPayingIntents, SHOP } from '../orders/index.ts';
import { extendBlockedAgreements, lapseAgreement } from './agreement-commands.ts';
import { findLapsedAgreements } from './agreement-queries.ts';
import { findStaleDisputes, syncDispute } from './disputes.ts';
import { endPastReservations, moveAheadBack } from './past-commands.ts';
import { findPartialRefundsDue, findRefundsDue } from './refund-queries.ts';
import { payBack, payBackPart } from './refunds.ts';
import { passToNext } from './reservation-commands.ts';
import { findDue } from './reservation-queries.ts';
import { cancelPendingIntent, settle } from './settle.ts';
import { forgetOldReservations } from './standing-queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'reservationMs' | 'sellerFee'>;

const FORGOTTEN_AT_ONCE = 100;

/** Called with the reason when the provider fails for one intent. */
export type OnFailure = (intentId: string, error: ProviderError) => void;

/**
 * Syncs the shop's records with the provider, in case webhooks were lost: checks every started payment, ends expired ones, and makes due refunds.
 * Returns how many calls to the provider failed. Throws an `AggregateError` of other failures once everything had its turn.
 */
export async function sweepPayments(services: Needs, onFailure: OnFailure = () => {}): Promise<number> {
  const { db, clock, payments } = services;
  const each = async (found: Promise<string[]>, work: (services: Needs, id: string) => Promise<unknown>): Promise<number> =>
    tryEach(await found, (id) => work(services, id), onFailure);
  return workThroughParts([
    () => each(findPayingIntents(db), settleIfPaid),
    () => sweepReservations(services),
    () => inBatches(FORGOTTEN_AT_ONCE, (limit) => forgetOldReservations(db, { now: clock.now(), reservationMs: services.reservationMs() }, limit)),
    () => each(findIntentsPendingCancellation(db), (_, intentId) => cancelPendingIntent(services, intentId)),
    () => each(findRefundsDue(db, payments.kind, clock.now()), payBack),
    () => each(findPartialRefundsDue(db, payments.kind, clock.now()), payBackPart),
    () => each(findStaleDisputes(services), syncDispute),
  ]);
}

/**
 * Processes all of them, even if some fail; returns for how many the provider failed. Once it counts as down, the rest waits for the next sweep. One
 * that it rejects doesn't block the others.
 */
export async function tryEach(intentIds: string[], work: (intentId: string) => Promise<unknown>, onFailure: OnFailure): Promise<number> {
  let failed = 0;
  let inARow = 0;
  await workThrough(intentIds, async (intentId) => {
    if (inARow === PATIENCE) return;
    try {
      await work(intentId);
      inARow = 0;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      onFailure(intentId, error);
      failed += 1;
      inARow = error.how === 'refused' ? 0 : inARow + 1;
    }
  });
  return failed;
}

async function settleIfPaid(services: Needs, intentId: string): Promise<void> {
  const intent = await services.payments.findIntent(intentId);
  if (intent?.status === 'succeeded') await settle(services, intent, SHOP);
}

/** Ends agreed prices and reservations that are over, passes their phones to the next on the waitlist, and extends agreed prices that can't be paid now. */
export async function sweepReservations({ db, clock, reservationMs }: Needs): Promise<void> {
  const timing = { now: clock.now(), reservationMs: reservationMs() };
  await workThroughParts([
    () => moveAheadBack(db, timing.now),
    () => extendBlockedAgreements(db, timing.now),
    async () => workThrough(await findLapsedAgreements(db, timing), async ({ id }) => void (await lapseAgreement(db, id, timing))),
    async () => {
      const due = await findDue(db, timing.now);
      // First all of them, whichever phone they are for: a buyer who didn't pay for one is paused before another is passed on.
      await workThroughParts([
        () => workThrough(due, async (listingId) => void (await endPastReservations(db, { listingId }, timing))),
        () => workThrough(due, async (listingId) => void (await passToNext(db, listingId, timing))),
      ]);
    },
  ]);
}
