import { AGREED_HOURS } from '#contract/shared/deadlines.ts';
import { OWN_SALES } from '../../messages/links.ts';
import { type Message, message, price } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import type { Words } from '../notifications/index.ts';

type Order = { id: string; product_name: string; price_cents: number };

/** `intent_id`: a payment that was started and may be under way right now. */
type ClosedOrder = Order & { intent_id: string | null };

/** To the buyer: the phone is theirs. This is also the receipt. */
export function orderPaid(order: Order, { intentId, discountCents }: { intentId: string; discountCents: number }): Words {
  const less = discountCents === 0 ? '' : message` That’s ${price(order.price_cents)} less ${price(discountCents)} off your first purchase.`;
  return {
    kind: 'order_paid',
    subject: message`Receipt: ${order.product_name} is yours`,
    text: message`You paid ${price(order.price_cents - discountCents)} by card for ${order.product_name}.${less} You suggested this place to meet: ${{ order: order.id, part: 'meeting_location' }}. Transaction: ${intentId}. Order: ${order.id}.`,
    path: receiptPath(order),
    label: 'View receipt',
  };
}

function receiptPath({ id }: Order): string {
  return `/dashboard/receipt/${id}`;
}

/** To the seller: whom to meet, and where. */
export function phoneSold(order: Order): Words {
  return {
    kind: 'phone_sold',
    subject: message`Sold: ${order.product_name}`,
    text: message`${{ order: order.id, part: 'buyer_name' }} bought your ${order.product_name} for ${price(order.price_cents)}. Call ${{ order: order.id, part: 'phone' }} to arrange the meeting. They suggest this place: ${{ order: order.id, part: 'meeting_location' }}.`,
    ...OWN_SALES,
  };
}

/** To the others who booked the same phone. */
export function soldToAnother(order: ClosedOrder): Words {
  return {
    kind: 'sold_to_another',
    subject: message`${order.product_name} was sold to another buyer`,
    text: message`Someone else paid for ${order.product_name} first. ${notCharged(order)} We may have similar phones.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

function notCharged({ intent_id }: ClosedOrder): string {
  return intent_id === null ? 'You weren’t charged.' : 'If you were just paying, you’ll automatically get a full refund.';
}

function paymentPath({ id }: Order): string {
  return `/dashboard/payment/${id}`;
}

/** To those who booked a phone that was removed. */
export function listingRemoved(order: ClosedOrder): Words {
  return {
    kind: 'listing_removed',
    subject: message`${order.product_name} is no longer for sale`,
    text: message`${order.product_name} can no longer be bought, so your booking was canceled. ${notCharged(order)}`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the buyer: the seller sold the phone to somebody else, not in this shop. */
export function soldElsewhere(order: ClosedOrder): Words {
  return {
    kind: 'listing_removed',
    subject: message`${order.product_name} is no longer for sale`,
    text: message`The seller sold ${order.product_name} elsewhere, so your booking was canceled. ${notCharged(order)}`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the buyer: the price they agreed on with the seller is over. */
export function agreementOver(order: ClosedOrder): Words {
  return {
    kind: 'offer_ended',
    subject: message`The agreed price for ${order.product_name} is over`,
    text: message`You didn’t pay the ${price(order.price_cents)} that you and the seller agreed on for ${order.product_name} within ${AGREED_HOURS} hours, so your booking was canceled. If the phone is still there, you can book it at its asking price.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the next on the waitlist: the phone is reserved for them now. */
export function yourTurn(order: Order, until: number): Words {
  return {
    kind: 'your_turn',
    subject: message`It’s your turn: ${order.product_name} is reserved for you`,
    text: message`${order.product_name} is reserved for you until ${moment(until)}. Pay by then to make it yours.`,
    path: paymentPath(order),
    label: 'Pay now',
  };
}

/** To the buyer: their turn on the waitlist ended without a payment. `pausedUntil`: until when they can't reserve a phone. */
export function turnOver(order: Order, pausedUntil: number | null): Words {
  const when = pausedUntil === null ? '' : message` from ${moment(pausedUntil)}`;
  return {
    kind: 'turn_over',
    subject: message`Your turn for ${order.product_name} is over`,
    text: message`${order.product_name} wasn’t paid for in time, so it’s no longer reserved for you. You’re still booked for it: if nobody else buys it first, you can pay${when}.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the buyer: their turn on the waitlist came while they couldn't reserve a phone. */
export function turnMissed(order: Order, pausedUntil: number): Words {
  return {
    kind: 'turn_over',
    subject: message`You missed your turn for ${order.product_name}`,
    text: message`It was your turn for ${order.product_name}, but you reserved another phone and didn’t pay for it, so you can’t reserve one until ${moment(pausedUntil)}. You’re no longer on the waitlist. You’re still booked for ${order.product_name}: if nobody else buys it first, you can pay then.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the buyer: a refund was started. */
export function refundBegun(order: Order, amountCents: number, why: Message | string): Words {
  return {
    kind: 'refund_begun',
    subject: message`We’re refunding ${price(amountCents)}`,
    text: message`${why} We’re refunding ${price(amountCents)} for ${order.product_name} to your card. You don’t need to do anything.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the buyer: the purchase is over, and all of their money went back before. */
export function refundedBefore(order: Order, why: Message | string, isByBank: boolean): Words {
  return {
    kind: isByBank ? 'dispute_closed' : 'refund_done',
    subject: message`Your purchase of ${order.product_name} is canceled`,
    text: message`${why} All of your money for ${order.product_name} is on its way back to your card, or there already.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the buyer: their bank was faster than the shop's refund. */
export function returnedByBank(order: Order): Words {
  return {
    kind: 'dispute_closed',
    subject: message`Your bank returned your money for ${order.product_name}`,
    text: message`Your bank decided in your favor and returned your money for ${order.product_name}, so there’s nothing left for us to refund.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the buyer: the card provider made the refund. */
export function refundDone(order: Order, amountCents: number): Words {
  return {
    kind: 'refund_done',
    subject: message`${price(amountCents)} was refunded to your card`,
    text: message`Your ${price(amountCents)} for ${order.product_name} was refunded to the card you paid with. Your bank may take a few days to show it.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the buyer: the shop refunded them in another way than through the card provider. */
export function refundedByHand(order: Order, amountCents: number): Words {
  return {
    kind: 'refund_done',
    subject: message`We refunded ${price(amountCents)}`,
    text: message`Your card couldn’t be refunded, so we returned your ${price(amountCents)} for ${order.product_name} in another way.`,
    path: paymentPath(order),
    label: 'View your order',
  };
}

/** To the admins: the shop can't make a refund. */
export function refundRefused(order: Order, { amountCents, intentId }: { amountCents: number; intentId: string }): Words {
  return {
    kind: 'refund_refused',
    subject: message`A refund of ${price(amountCents)} was refused`,
    text: message`The buyer’s card can’t be refunded for ${order.product_name}, and we’ve stopped trying. Return ${price(amountCents)} to the buyer in another way, and note it on the Payments page. Transaction: ${intentId}. Order: ${order.id}.`,
    path: '/dashboard/payments',
    label: 'View payments',
  };
}

/** To the admins: a refund is due of a payment that another card provider took. */
export function refundElsewhere(order: Order, { amountCents, intentId }: { amountCents: number; intentId: string }): Words {
  return {
    kind: 'refund_refused',
    subject: message`A refund of ${price(amountCents)} is yours to make`,
    text: message`${order.product_name} was paid for through a card provider that the shop no longer uses. Refund ${price(amountCents)} there or in another way, and note it on the Payments page. Transaction: ${intentId}. Order: ${order.id}.`,
    path: '/dashboard/payments',
    label: 'View payments',
  };
}

/** To the seller: the sale was refunded. */
export function saleRefunded(order: Order, amountCents: number, { reason, relisted }: { reason: string; relisted: boolean }): Words {
  return {
    kind: 'sale_refunded',
    subject: message`The sale of ${order.product_name} was refunded`,
    text: message`We refunded ${price(amountCents)} to the buyer: “${reason}” ${relisted ? 'Your phone is on sale again.' : 'Your phone is no longer on sale.'}`,
    ...OWN_SALES,
  };
}
