import type { HandoverDirection } from '#contract/handover.ts';
import type { OrderSide } from '#contract/orders.ts';
import { type Message, message } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import { orderLink } from '../fulfillment/index.ts';
import type { Words } from '../notifications/index.ts';

type Order = { id: string; product_name: string };

const CONFIRMED: Record<HandoverDirection, Record<OrderSide, string>> = {
  handover: {
    buyer: 'The seller entered your code. If you have the phone and it’s right, confirm it. If not, report a problem.',
    seller:
      'The buyer confirmed that they have the phone. Scan or type the code on their phone to confirm your side. If you didn’t hand it over, report a problem.',
  },
  return: {
    buyer: 'The seller confirmed that the phone is back. Scan or type the code on their phone to confirm your side.',
    seller: 'The buyer entered your code. If you have the phone back, confirm it. If not, ask us to decide.',
  },
};

/** To the side whose proof is missing: the other side's arrived. */
export function sideConfirmed(order: Order, { direction, missing, until }: { direction: HandoverDirection; missing: OrderSide; until: number }): Words {
  const isReturn = direction === 'return';
  const counts = isReturn ? message`the return counts as confirmed` : message`the handover counts as confirmed`;
  return {
    kind: isReturn ? 'return_confirmed' : 'handover_confirmed',
    subject: isReturn ? message`Confirm the return of ${order.product_name}` : message`Confirm the handover of ${order.product_name}`,
    text: message`${CONFIRMED[direction][missing]} Without an objection, ${counts} ${moment(until)}.`,
    ...orderLink(order),
  };
}

/** To the receiver: the giver scanned their code without a connection, and it counts once they confirm. */
export function codeWaits(order: Order, direction: HandoverDirection): Words {
  const isReturn = direction === 'return';
  const next: Message = isReturn ? message`If you have the phone back, confirm it.` : message`If you have the phone and it’s right, confirm it.`;
  return {
    kind: isReturn ? 'return_confirmed' : 'handover_confirmed',
    subject: isReturn ? message`Confirm the return of ${order.product_name}` : message`Confirm the handover of ${order.product_name}`,
    text: message`Your code was entered without a connection, and has reached us now. ${next} If not, report a problem.`,
    ...orderLink(order),
  };
}

/** To the side that shows the code: somebody is guessing. */
export function wrongCodes(order: Order, until: number): Words {
  return {
    kind: 'wrong_codes',
    subject: message`Wrong codes for ${order.product_name}`,
    text: message`Several wrong codes were typed for this order, so typed codes are refused until ${moment(until)}. Your code can still be scanned. Show it only at the meeting, once you have the phone in your hands.`,
    ...orderLink(order),
  };
}
