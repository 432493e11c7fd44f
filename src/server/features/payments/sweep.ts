import { setImmediate as letOthersGo } from 'node:timers/promises';
import { ProviderFailed } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { SHOP } from '../orders/index.ts';
import { findStaleDisputes, hearDispute } from './disputes.ts';
import { findPayingIntents, findRetiredIntents } from './queries.ts';
import { findRefundsDue } from './refund-queries.ts';
import { findDue, passOn } from './reservation-queries.ts';
import { endRetired, payBack, settle } from './settle.ts';
import { forgetOldReservations } from './standing-queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'holdMs'>;

/** So many failures one after the other mean that the provider is down: the rest waits for the next sweep. */
const PATIENCE = 3;

/** Hears why the provider did not do its part for one intent. */
export type OnFailure = (intentId: string, error: ProviderFailed) => void;

/** Works through all, whatever becomes of one; answers how many failed. What the provider refuses for good holds nothing else up. */
const each = async (intentIds: string[], work: (intentId: string) => Promise<unknown>, onFailure: OnFailure): Promise<number> => {
  let failed = 0;
  let inARow = 0;
  for (const intentId of intentIds) {
    if (inARow === PATIENCE) return failed;
    try {
      await work(intentId);
      inARow = 0;
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      onFailure(intentId, error);
      failed += 1;
      inARow = error.how === 'refused' ? 0 : inARow + 1;
    }
    await letOthersGo();
  }
  return failed;
};

/** Ends reservations whose time is over, and passes their phones to the next in line. */
export const sweepHolds = async ({ db, clock, holdMs }: Needs): Promise<void> => {
  const timing = { now: clock.now(), holdMs: holdMs() };
  for (const listingId of await findDue(db, timing.now)) {
    await passOn(db, listingId, timing);
    await letOthersGo();
  }
};

const settleIfPaid = async (services: Needs, intentId: string): Promise<void> => {
  const intent = await services.payments.findIntent(intentId);
  if (intent?.status === 'succeeded') await settle(services, intent, SHOP);
};

/**
 * Brings the books in line with the provider's, whoever failed to tell of what: asks about every payment that was begun, ends
 * those whose time is over, and pays back what is due. Answers how many of its questions were not answered.
 */
export const sweepPayments = async (services: Needs, onFailure: OnFailure = () => {}): Promise<number> => {
  const { db } = services;
  let failed = await each(await findPayingIntents(db), (intentId) => settleIfPaid(services, intentId), onFailure);
  await sweepHolds(services);
  await forgetOldReservations(db, { now: services.clock.now(), holdMs: services.holdMs() });
  failed += await each(await findRetiredIntents(db), (intentId) => endRetired(services, intentId, SHOP), onFailure);
  failed += await each(await findRefundsDue(db, services.payments.kind), (intentId) => payBack(services, intentId), onFailure);
  failed += await each(await findStaleDisputes(services), (disputeId) => hearDispute(services, disputeId), onFailure);
  return failed;
};
