import { orderLink } from '../../messages/links.ts';
import type { Message } from '../../messages/message.ts';
import { message, price } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import type { Words } from '../notifications/index.ts';
import type { Resumption } from './rules.ts';

type Order = { id: string; product_name: string };
type Side = 'buyer' | 'seller';

/** What the seller can answer, and what becomes of the problem if they don't. */
const ANSWERS: Record<'withBuyer' | 'withSeller', Record<Side, [answers: string, otherwise: string]>> = {
  withBuyer: {
    seller: ['take the phone back, offer a partial refund, or say why you disagree', 'the buyer can return the phone for a full refund'],
    buyer: ['take the phone back, offer a partial refund, or disagree', 'you can return the phone for a full refund'],
  },
  withSeller: {
    seller: ['refund everything, or say why you disagree', 'the buyer gets a full refund, or we decide if you sent their code from a meeting'],
    buyer: ['refund everything, or disagree', 'you get a full refund, or we decide if the seller sent your code from a meeting'],
  },
};

/** To both: the buyer reported a problem, and by when the seller answers. */
export function problemReported(order: Order, side: Side, { isWithBuyer, dueAt }: { isWithBuyer: boolean; dueAt: number }): Words {
  const [answers, otherwise] = ANSWERS[isWithBuyer ? 'withBuyer' : 'withSeller'][side];
  const what =
    side === 'seller'
      ? message`The buyer says that something’s wrong with ${order.product_name}. Please answer by ${moment(dueAt)}: ${answers}.`
      : message`We’ve told the seller what’s wrong with ${order.product_name}. They can answer until ${moment(dueAt)}: ${answers}.`;
  return {
    kind: 'problem_reported',
    subject: side === 'seller' ? message`A problem with ${order.product_name}` : message`You reported a problem with ${order.product_name}`,
    text: message`${what} Without an answer, ${otherwise}. The money stays with us until then. If we have to decide, we also read the messages that you two wrote about this phone.`,
    ...orderLink(order),
  };
}

/** To both: what the seller answered. */
export function problemAnswered(order: Order, side: Side, text: Message): Words {
  const subject = side === 'buyer' ? message`The seller answered about ${order.product_name}` : message`Your answer about ${order.product_name}`;
  return { kind: 'problem_answered', subject, text, ...orderLink(order) };
}

/** What an offered partial refund means, for each side. */
export function offerMade(side: Side, { offerCents, dueAt }: { offerCents: number; dueAt: number }): Message {
  return side === 'buyer'
    ? message`The seller offers you ${price(offerCents)} back if you keep the phone. Accept or decline by ${moment(dueAt)}. If you decline, we decide. Without an answer, the offer counts as accepted.`
    : message`You offered ${price(offerCents)} back. The buyer can answer until ${moment(dueAt)}. Without an answer, your offer counts as accepted.`;
}

/** To both: the shop decides now, and why. */
export function problemEscalated(order: Order, why: string, dueAt: number): Words {
  return {
    kind: 'problem_escalated',
    subject: message`We’re deciding about ${order.product_name}`,
    text: message`${why} We look at what you both told us, at the messages that you two wrote about this phone and at how the handover was confirmed, and decide by ${moment(dueAt)}. You can still add to what you said on the order’s page.`,
    ...orderLink(order),
  };
}

/** To the admins: a problem waits for a decision. */
export function decisionNeeded(order: Order, dueAt: number): Words {
  return {
    kind: 'problem_escalated',
    subject: message`A problem to decide: ${order.product_name}`,
    text: message`The buyer and seller of ${order.product_name} don’t agree. Please decide by ${moment(dueAt)}. Order: ${order.id}.`,
    path: `/dashboard/problems/${order.id}`,
    label: 'Decide',
  };
}

/** To both: the phone goes back for a full refund. */
export function returnAgreed(order: Order, side: Side, { why, dueAt }: { why: Message; dueAt: number }): Words {
  const next =
    side === 'buyer'
      ? message`Meet the seller and give the phone back by ${moment(dueAt)}. When you both confirm the return on the order’s page, you get a full refund. If you don’t bring it back in time, the seller is paid. If you don’t have it, or the return doesn’t work out, ask us to decide on that page.`
      : message`Meet the buyer to get your phone back by ${moment(dueAt)}, and confirm the return together on the order’s page. Then the buyer gets a full refund. If they don’t bring it back in time, the money is yours.`;
  return { kind: 'return_agreed', subject: message`Return of ${order.product_name}`, text: message`${why} ${next}`, ...orderLink(order) };
}

/** `meetAt`: when the meeting is that they agreed on, if they did. */
type Resumed = { transition: Resumption; isAnyGone: boolean; meetAt: number | null; dueAt: number };

/** To both: the problem was withdrawn. */
export function problemWithdrawn(order: Order, by: Side, resumed: Resumed): Words {
  const who = by === 'buyer' ? 'The buyer' : 'The seller';
  return {
    kind: 'problem_withdrawn',
    subject: message`The problem with ${order.product_name} was withdrawn`,
    text: message`${who} withdrew the problem. ${whatNext(resumed)}`,
    ...orderLink(order),
  };
}

function whatNext({ transition, isAnyGone, meetAt, dueAt }: Resumed): Message {
  if (transition === 'resumeAfter') return message`The seller is paid after ${moment(dueAt)}.`;
  if (transition === 'resumeConfirming')
    return message`One confirmation of the handover is still missing. Without an objection, the handover counts as confirmed ${moment(dueAt)}.`;
  if (transition === 'resumeMeeting' && meetAt !== null) return message`You meet as planned on ${moment(meetAt)}.`;
  const first = isAnyGone ? message`One of you no longer has an account, so don’t meet.` : message`Agree on when and where to meet.`;
  return message`${first} If the phone isn’t handed over by ${moment(dueAt)}, the sale is canceled.`;
}

/** To both: one of them added something to a problem. */
export function statementAdded(order: Order, isOwn: boolean): Words {
  return {
    kind: 'problem_reported',
    subject: isOwn ? message`You added to the problem with ${order.product_name}` : message`More about the problem with ${order.product_name}`,
    text: isOwn
      ? message`The other side and, if we have to decide, we read what you added about the problem with ${order.product_name}. The deadline on the order’s page stays as it is.`
      : message`The other side added something about the problem with ${order.product_name}. Read it on the order’s page, and answer if you like.`,
    ...orderLink(order),
  };
}
