import type { NotificationKind } from '#contract/notifications.ts';
import { type Message, message, price } from '../../messages/message.ts';

/** What a notice says, the shop's own path where there is more, and what the mail's button to it says. */
export type Words = { kind: NotificationKind; subject: Message; text: Message; path: string; label: string };

type Order = { id: string; product_name: string; price_cents: number };
/** `intent_id` is of a payment that was begun: it may be under way this very moment. */
type ClosedOrder = Order & { intent_id: string | null };

const notCharged = ({ intent_id }: ClosedOrder): string =>
  intent_id === null ? 'You were not charged.' : 'If you were paying just then, you get all of it back by itself.';

const receiptPath = ({ id }: Order): string => `/dashboard/receipt/${id}`;
const paymentPath = ({ id }: Order): string => `/dashboard/payment/${id}`;

/** To the buyer: the phone is theirs. It is the receipt, too. */
export const orderPaid = (order: Order, transactionId: string): Words => ({
  kind: 'order_paid',
  subject: message`Receipt: ${order.product_name} is yours`,
  text: message`You paid ${price(order.price_cents)} by card for ${order.product_name}. The seller will meet you here: ${{ order: order.id, part: 'meeting_location' }}. Transaction: ${transactionId}. Order: ${order.id}.`,
  path: receiptPath(order),
  label: 'See your receipt',
});

/** To the seller: whom to meet, and where. */
export const phoneSold = (order: Order): Words => ({
  kind: 'phone_sold',
  subject: message`Sold: ${order.product_name}`,
  text: message`${{ order: order.id, part: 'buyer_name' }} paid ${price(order.price_cents)} for your ${order.product_name}. Call ${{ order: order.id, part: 'phone' }} and meet here: ${{ order: order.id, part: 'meeting_location' }}.`,
  path: '/dashboard/mySales',
  label: 'See your sales',
});

/** To those who booked the same phone. */
export const soldToAnother = (order: ClosedOrder): Words => ({
  kind: 'sold_to_another',
  subject: message`${order.product_name} was sold to another buyer`,
  text: message`Somebody else paid for ${order.product_name} first. ${notCharged(order)} There may be others like it.`,
  path: paymentPath(order),
  label: 'See your order',
});

/** To those who booked a phone that was taken off. */
export const listingRemoved = (order: ClosedOrder): Words => ({
  kind: 'listing_removed',
  subject: message`${order.product_name} was taken off the shop`,
  text: message`${order.product_name} can’t be bought any more, and your booking has ended. ${notCharged(order)}`,
  path: paymentPath(order),
  label: 'See your order',
});

/** To the next in the queue: the phone is kept for them now. */
export const yourTurn = (order: Order, minutes: number): Words => ({
  kind: 'your_turn',
  subject: message`It’s your turn: ${order.product_name} is kept for you`,
  text: message`Nobody else is paying any more. ${order.product_name} is kept for you alone for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}; pay in that time to make it yours.`,
  path: paymentPath(order),
  label: 'Pay for it',
});

/** To the buyer: the money is on its way back. */
export const refundBegun = (order: Order, amountCents: number, why: string): Words => ({
  kind: 'refund_begun',
  subject: message`You get ${price(amountCents)} back`,
  text: message`${why} ${price(amountCents)} for ${order.product_name} goes back to your card in full; there is nothing for you to do.`,
  path: paymentPath(order),
  label: 'See your order',
});

/** To the buyer: the card provider has made the refund. */
export const refundDone = (order: Order, amountCents: number): Words => ({
  kind: 'refund_done',
  subject: message`${price(amountCents)} went back to your card`,
  text: message`Your money for ${order.product_name}, ${price(amountCents)}, went back to the card it came from. Your bank may take some days to show it.`,
  path: paymentPath(order),
  label: 'See your order',
});

/** To the seller: the sale is undone. */
export const saleRefunded = (order: Order, reason: string, relisted: boolean): Words => ({
  kind: 'sale_refunded',
  subject: message`The sale of ${order.product_name} was refunded`,
  text: message`The shop gave the buyer ${price(order.price_cents)} back: “${reason}” ${relisted ? 'Your phone is on sale again.' : 'Your phone was taken off the shop.'}`,
  path: '/dashboard/mySales',
  label: 'See your sales',
});

const DISPUTES = '/dashboard/disputes';

/** To the admins: a bank looks into a payment, and what to do by when. */
export const disputeOpened = (order: Order, { amountCents, reason, dueAt }: { amountCents: number; reason: string; dueAt: number | null }): Words => ({
  kind: 'dispute_opened',
  subject: message`A bank disputes ${price(amountCents)} for ${order.product_name}`,
  text: message`The buyer’s bank looks into this payment (${reason}). Nothing of it is paid out meanwhile. Answer at your card service${dueAt === null ? '' : ` by ${new Date(dueAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`}: Disputes in your dashboard lists what the shop can show. Order: ${order.id}.`,
  path: DISPUTES,
  label: 'See the evidence',
});

/** To the seller: their money waits. */
export const disputeOpenedForSeller = (order: Order): Words => ({
  kind: 'dispute_opened',
  subject: message`The bank is looking into the payment for ${order.product_name}`,
  text: message`The buyer’s bank is looking into the payment for your ${order.product_name}, so the shop can’t pay it out until the bank has decided. Keep what shows that you handed the phone over; the shop may ask for it.`,
  path: '/dashboard/mySales',
  label: 'See your sales',
});

/** To the admins and the seller: how the bank decided. */
export const disputeClosed = (order: Order, { isLost, path }: { isLost: boolean; path: string }): Words => ({
  kind: 'dispute_closed',
  subject: isLost ? message`The bank took back the payment for ${order.product_name}` : message`The payment for ${order.product_name} stands`,
  text: isLost
    ? message`The buyer’s bank gave the buyer ${price(order.price_cents)} for ${order.product_name} back. It can’t be paid out; what was paid out already is owed to the shop.`
    : message`The buyer’s bank has ended its look into the payment for ${order.product_name}. The sale stands, and can be paid out.`,
  path,
  label: 'See more',
});

/** To the seller: an admin took their listing off. Who reported it is nobody's affair. */
export const ownListingRemoved = (listing: { model_name: string }): Words => ({
  kind: 'own_listing_removed',
  subject: message`Your ${listing.model_name} was taken off the shop`,
  text: message`The shop looked at your listing of ${listing.model_name} after it had been reported, and took it off. Nobody can find or book it any more, and bookings that were not paid have ended.`,
  path: '/dashboard/myProducts',
  label: 'See your phones',
});

/** To the seller: their listing is back. */
export const ownListingRestored = (listing: { model_name: string }): Words => ({
  kind: 'own_listing_restored',
  subject: message`Your ${listing.model_name} is back on the shop`,
  text: message`The shop looked at your listing of ${listing.model_name} again, and brought it back as it was. Whoever had booked it can do so again.`,
  path: '/dashboard/myProducts',
  label: 'See your phones',
});

/** To the seller: an admin verified them. */
export const sellerVerified = (): Words => ({
  kind: 'seller_verified',
  subject: message`You are a verified seller now`,
  text: message`The shop verified you. From now on the badge stands beside your name, on all of your listings.`,
  path: '/dashboard/myProducts',
  label: 'See your phones',
});
