import { syncDispute } from '#server/features/payments/disputes.ts';
import type { TestApp } from '#test/support/app.ts';

/** The buyer's bank disputes this much of a payment, or all that is left of it, and the shop hears of it. Returns the dispute's id. */
export async function disputePayment({ services }: TestApp, intentId: string, cents?: number): Promise<string> {
  const id = (await services.practiceBank?.open(intentId, cents)) ?? '';
  await syncDispute(services, id);
  return id;
}

/** The bank decides for the shop, and the shop hears of it. */
export async function winDispute({ services }: TestApp, disputeId: string): Promise<void> {
  await services.practiceBank?.answer(disputeId, 'winning_evidence');
  await syncDispute(services, disputeId);
}

/** The bank decides for the buyer, and the shop hears of it. */
export async function loseDispute({ services }: TestApp, disputeId: string): Promise<void> {
  await services.practiceBank?.answer(disputeId, 'losing_evidence');
  await syncDispute(services, disputeId);
}
