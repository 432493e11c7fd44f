import type { PaidOrder } from '#contract/orders.ts';
import type { OrderPassport } from '#contract/passports.ts';

type Order = Pick<PaidOrder, 'side' | 'state'> & { fulfillment: Pick<PaidOrder['fulfillment'], 'handedOverAt' | 'endedAt'> };

/** What a sold phone's passport is to one side of the sale. A buyer who has sold the phone on isn't its owner anymore. */
export function describeOrderPassport({ side, state, fulfillment }: Order, { isYours }: Pick<OrderPassport, 'isYours'>): string {
  if (side === 'seller') return OTHERS;
  if (isYours) return OWN;
  const isToCome = state === 'paid' && fulfillment.handedOverAt === null && fulfillment.endedAt === null;
  return isToCome ? TO_COME : OTHERS;
}

const OWN = 'It holds the phone’s history, and goes on with whoever has the phone after you. You can add repairs to it.';
const TO_COME = 'It holds the phone’s history, and becomes yours when you get the phone.';
const OTHERS = 'It holds the phone’s history, without a name.';
