import { orderLink } from '../../messages/links.ts';
import { type Message, message, price } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import type { Words } from '../notifications/index.ts';

type Order = { id: string; product_name: string };

const NO_SALE = 'No sale depends on this payment.';
const STILL_REFUNDED = `${NO_SALE} What is due of it is refunded.`;

/** `isPaidOut`: its seller has the money already. */
type OpenedDispute = { amountCents: number; reason: string; dueAt: number | null; paysForSale: boolean; isPaidOut: boolean };

/** To the admins: a bank disputes a payment, and what to do by when. */
export function disputeOpened(order: Order, { amountCents, reason, dueAt, paysForSale, isPaidOut }: OpenedDispute): Words {
  const deadline = dueAt === null ? '' : ` by ${moment(dueAt)}`;
  const payout = isPaidOut ? 'The seller has been paid already.' : 'It won’t be paid out in the meantime.';
  return {
    kind: 'dispute_opened',
    subject: message`A bank disputes ${price(amountCents)} for ${order.product_name}`,
    text: message`The buyer’s bank is disputing this payment (${reason}). ${paysForSale ? payout : NO_SALE} Respond at your card provider${deadline}. Disputes in your dashboard lists the evidence. Order: ${order.id}.`,
    path: '/dashboard/disputes',
    label: 'View evidence',
  };
}

/** To the seller: what happens with their money, and they keep the phone if they still have it (`isHere`). */
export function disputeOpenedForSeller(order: Order, { isHere, isPaidOut }: { isHere: boolean; isPaidOut: boolean }): Words {
  const money = isPaidOut ? message`. If it decides against you, what we paid you goes back` : message`, so we can’t pay you until the bank has decided`;
  const next = isHere ? 'Don’t hand the phone over until we tell you.' : 'Keep anything that shows you handed over the phone. We may ask you for it.';
  return {
    kind: 'dispute_opened',
    subject: message`The payment for ${order.product_name} is disputed`,
    text: message`The buyer’s bank is disputing the payment for your ${order.product_name}${money}. ${next}`,
    ...orderLink(order),
  };
}

/** `isAllBack`: the buyer has all of their money back. `isHere`: the seller still has the phone. */
type ClosedDispute = { amountCents: number; isLost: boolean; isAllBack: boolean; isHere: boolean; isPaidOut: boolean };

/** To the admins: the bank's decision. `paysForSale`: the payment still pays for a sale. */
export function disputeClosed(order: Order, { paysForSale, ...closed }: ClosedDispute & { paysForSale: boolean }): Words {
  const { amountCents, isLost, isAllBack, isHere, isPaidOut } = closed;
  const next = isHere ? 'The phone can be handed over.' : '';
  const rest = isAllBack ? afterAllBack(closed) : message`The sale goes on: the seller gets that much less. ${next}`;
  const stands = paysForSale ? message`The sale stands${isHere || isPaidOut ? '' : ' and can be paid out'}. ${next}` : STILL_REFUNDED;
  return {
    kind: 'dispute_closed',
    subject: disputeResult(order, isLost),
    text: isLost
      ? message`The buyer’s bank returned ${price(amountCents)} for ${order.product_name} to the buyer. ${paysForSale ? rest : NO_SALE}`
      : message`The dispute about the payment for ${order.product_name} is closed. ${stands}`,
    path: '/dashboard/disputes',
    label: 'View details',
  };
}

function afterAllBack({ isHere, isPaidOut }: ClosedDispute): Message {
  if (isHere) return message`So the sale is canceled, and the seller keeps the phone. They can put it back on sale on the order’s page.`;
  return isPaidOut ? message`The seller was paid already and owes it to the shop.` : message`It can’t be paid out.`;
}

function disputeResult({ product_name }: Order, isLost: boolean): Message {
  return isLost ? message`The bank reversed the payment for ${product_name}` : message`The payment for ${product_name} stands`;
}

/** To the seller of the sale: the bank's decision, and what it means for their money and the phone. */
export function disputeClosedForSeller(order: Order, closed: ClosedDispute): Words {
  const { amountCents, isLost } = closed;
  return {
    kind: 'dispute_closed',
    subject: disputeResult(order, isLost),
    text: isLost
      ? message`The buyer’s bank returned ${price(amountCents)} for your ${order.product_name} to the buyer. ${lossOfSeller(closed)}`
      : message`The dispute about the payment for your ${order.product_name} is closed, and the sale stands. ${gainOfSeller(closed)}`,
    ...orderLink(order),
  };
}

function gainOfSeller({ isHere, isPaidOut }: ClosedDispute): string {
  if (isPaidOut) return 'You keep what we paid you.';
  return isHere ? HAND_OVER : 'Nothing changes about when you’re paid.';
}

function lossOfSeller({ isAllBack, isHere, isPaidOut }: ClosedDispute): string {
  if (isAllBack && isHere) return 'So the sale is canceled, and you keep the phone. You can put it back on sale on the order’s page.';
  if (isAllBack) return isPaidOut ? 'What we paid you for it goes back.' : 'So we can’t pay you for it.';
  if (isPaidOut) return 'That much of what we paid you goes back.';
  return `The sale goes on, and you get that much less.${isHere ? ` ${HAND_OVER}` : ''}`;
}

const HAND_OVER = 'You can hand the phone over now.';

/** To the buyer: the sale goes on after their bank's decision, or they keep the phone and have their money back. */
export function disputeClosedForBuyer(order: Order, { amountCents, isLost, isAllBack }: ClosedDispute): Words {
  const next = 'The sale stands, and the order’s page shows what comes next.';
  return {
    kind: 'dispute_closed',
    subject: isLost ? message`Your bank reversed the payment for ${order.product_name}` : disputeResult(order, isLost),
    text: isLost
      ? message`Your bank returned ${price(amountCents)} for ${order.product_name} to you. ${isAllBack ? '' : next}`
      : message`Your bank has finished reviewing your payment for ${order.product_name}. ${next}`,
    ...orderLink(order),
  };
}

type GivenBack = { amountCents: number; paysForSale: boolean; owedCents: number };

/** To the admins: a bank gave back what it had taken for good, and what of it they are to pay to the seller, or to the buyer of a sale that was undone. */
export function givenBack(order: Order, { amountCents, paysForSale, owedCents }: GivenBack): Words {
  const next = paysForSale
    ? message`The sale stands: pay the seller ${price(owedCents)}, which the shop doesn’t send by itself.`
    : message`${NO_SALE} Return ${price(owedCents)} to the buyer, unless they have it from elsewhere.`;
  return {
    kind: 'dispute_closed',
    subject: message`The bank gave ${price(amountCents)} for ${order.product_name} back to the shop`,
    text: message`The buyer’s bank had taken ${price(amountCents)} for ${order.product_name}, and gave it back to the shop. ${next} Order: ${order.id}.`,
    path: '/dashboard/disputes',
    label: 'View details',
  };
}
