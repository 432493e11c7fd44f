import type { HandoverDirection, HandoverRole } from '#contract/handover.ts';
import type { OrderSide } from '#contract/orders.ts';
import { orderLink } from '../../messages/links.ts';
import { message } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
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

type Confirmed = { direction: HandoverDirection; missing: OrderSide; until: number };

/** To both: one side's proof arrived, and the other's is missing. */
export function sideConfirmed(order: Order, side: OrderSide, { direction, missing, until }: Confirmed): Words {
  const isReturn = direction === 'return';
  const what = isReturn ? 'the return' : 'the handover';
  const text = side === missing ? CONFIRMED[direction][missing] : `We have your confirmation, and have asked the ${missing} for theirs.`;
  return {
    kind: isReturn ? 'return_confirmed' : 'handover_confirmed',
    subject: side === missing ? message`Confirm ${what} of ${order.product_name}` : message`You confirmed ${what} of ${order.product_name}`,
    text: message`${text} Without an objection, ${what} counts as confirmed ${moment(until)}.`,
    ...orderLink(order),
  };
}

const WAITS: Record<HandoverDirection, Record<HandoverRole, string>> = {
  handover: {
    receiver: 'Your code was entered without a connection, and has reached us now. If you have the phone and it’s right, confirm it. If not, report a problem.',
    giver:
      'Your code from the meeting has reached us. It counts once the buyer confirms that they have the phone. Until then only you can cancel the sale: if the buyer wants to, or the time runs out, we decide. If they don’t confirm, report a problem.',
  },
  return: {
    receiver: 'Your code was entered without a connection, and has reached us now. If you have the phone back, confirm it. If not, ask us to decide.',
    giver: 'Your code from the meeting has reached us. It counts once the seller confirms that the phone is back. If they don’t, ask us to decide.',
  },
};

/** To both: the giver's code was entered without a connection, and counts once the receiver confirms. */
export function codeWaits(order: Order, { direction, role }: { direction: HandoverDirection; role: HandoverRole }): Words {
  const [what, kind] = direction === 'return' ? (['the return', 'return_confirmed'] as const) : (['the handover', 'handover_confirmed'] as const);
  const subject = role === 'receiver' ? message`Confirm ${what} of ${order.product_name}` : message`Your code for ${order.product_name} has arrived`;
  return { kind, subject, text: message`${WAITS[direction][role]}`, ...orderLink(order) };
}

const LATE: Record<OrderSide, Record<'refunded' | 'undecided', string>> = {
  buyer: {
    refunded:
      'After you were refunded, the seller sent your code from a meeting, which says that you got the phone. Our team looks at it and writes to you both. If you have the phone, give it back.',
    undecided:
      'The seller sent your code from a meeting, which says that you got the phone. Whoever decides sees it. Tell us on the order’s page what happened.',
  },
  seller: {
    refunded:
      'Your code from the meeting reached us after the buyer was refunded, so it can’t confirm the handover anymore. We’ve stored it. Our team looks at it and writes to you both.',
    undecided:
      'Your code from the meeting reached us too late to confirm the handover by itself. We’ve stored it, and whoever decides about this order sees it.',
  },
};

/** To both: the seller's code came too late to count. */
export function lateCode(order: Order, side: OrderSide, { isRefunded }: { isRefunded: boolean }): Words {
  return {
    kind: 'handover_confirmed',
    subject: message`A late code for ${order.product_name}`,
    text: message`${LATE[side][isRefunded ? 'refunded' : 'undecided']}`,
    ...orderLink(order),
  };
}

/** To the admins: the same. */
export function lateCodeToCheck(order: Order, { isRefunded }: { isRefunded: boolean }): Words {
  const when = isRefunded ? 'after the buyer was refunded. Please look at the order, and write to both.' : 'while this order’s problem is open.';
  return {
    kind: 'problem_escalated',
    subject: message`A late code for ${order.product_name}`,
    text: message`The seller’s code from a meeting arrived ${when} Order: ${order.id}.`,
    path: `/dashboard/adminOrders/${order.id}`,
    label: 'View the order',
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
