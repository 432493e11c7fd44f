import type { OrderSide } from '#contract/orders.ts';
import { orderLink } from '../../messages/links.ts';
import { type Message, message } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import type { Words } from '../notifications/index.ts';

type Order = { id: string; product_name: string; seller_id: string };
type Proposed = { id: string; by_side: OrderSide; at: number };
/** `agreedAt`: when they meet, as they agreed before; null when they don't. */
type Ended = { by: OrderSide; at: number; how: 'declined' | 'withdrew'; agreedAt: number | null };

/** To both: somebody proposes when and where to meet. */
export function meetingProposed(order: Order, to: OrderSide, { proposal, agreedAt }: { proposal: Proposed; agreedAt: number | null }): Words {
  const { by_side: by } = proposal;
  const next =
    to === by
      ? message`We’ve told ${otherName(order, by)}. You’ll hear from us when they answer.`
      : message`Accept it, or propose another time or place on the order’s page.`;
  const who = to === by ? message`You proposed` : message`${nameOf(order, by)} proposes`;
  const stands = agreedAt === null ? message`` : message` Until then, the meeting on ${moment(agreedAt)} stands.`;
  return {
    kind: 'meeting_proposed',
    subject: message`${who} a meeting for ${order.product_name}`,
    text: message`${who} to meet on ${moment(proposal.at)} here: ${placeOf(proposal)}. ${next}${stands}`,
    ...orderLink(order),
  };
}

/** To both: the other side declined a proposal, or its proposer withdrew it. */
export function proposalEnded(order: Order, to: OrderSide, { by, at, how, agreedAt }: Ended): Words {
  const who = to === by ? message`You` : nameOf(order, by);
  const next = agreedAt === null ? message`Propose a time and a place on the order’s page.` : message`The meeting on ${moment(agreedAt)} stands.`;
  return {
    kind: 'meeting_called_off',
    subject: message`Proposal ${how === 'declined' ? 'declined' : 'withdrawn'}: ${order.product_name}`,
    text: message`${who} ${how} the proposal to meet on ${moment(at)}. ${next}`,
    ...orderLink(order),
  };
}

/** To both: they agreed on a meeting. */
export function meetingAgreed(order: Order, to: OrderSide, proposal: Proposed): Words {
  const bring =
    to === 'buyer'
      ? 'Check the phone there, and confirm the handover with the code on the order’s page.'
      : 'Bring the phone with your account removed, and confirm the handover with the buyer’s code.';
  return {
    kind: 'meeting_agreed',
    subject: message`Meeting agreed: ${order.product_name}`,
    text: message`You meet ${otherName(order, to)} on ${moment(proposal.at)} here: ${placeOf(proposal)}. ${bring} You can add the meeting to your calendar, change it or call it off on the order’s page.`,
    ...orderLink(order),
  };
}

/** To both: one of them called the agreed meeting off. */
export function meetingCalledOff(order: Order, to: OrderSide, { by, at }: { by: OrderSide; at: number | null }): Words {
  const who = to === by ? message`You` : nameOf(order, by);
  const when = at === null ? message`` : message` on ${moment(at)}`;
  return {
    kind: 'meeting_called_off',
    subject: message`Meeting called off: ${order.product_name}`,
    text: message`${who} called off the meeting${when}. The order stands: agree on another time and place.`,
    ...orderLink(order),
  };
}

/** To both: they meet soon. Says when, not how soon, because it may be read late. */
export function meetingSoon(order: Order, to: OrderSide, proposal: Proposed): Words {
  return {
    kind: 'meeting_soon',
    subject: message`You meet on ${moment(proposal.at)}: ${order.product_name}`,
    text: message`You meet ${otherName(order, to)} on ${moment(proposal.at)} here: ${placeOf(proposal)}. If you can’t make it, say so on the order’s page in time.`,
    ...orderLink(order),
    until: proposal.at,
  };
}

/** To both: one of them says that the other didn't come. */
export function noShowReported(order: Order, to: OrderSide, { absent, meetAt, answerBy }: { absent: OrderSide; meetAt: number; answerBy: number }): Words {
  const text =
    to === absent
      ? message`${otherName(order, absent)} says that you didn’t come to the meeting on ${moment(meetAt)}. Answer by ${moment(answerBy)}. Otherwise the sale is canceled, the buyer gets a full refund, and the missed meeting counts against you.`
      : message`You reported that ${nameOf(order, absent)} didn’t come to the meeting on ${moment(meetAt)}. They have until ${moment(answerBy)} to answer. Otherwise the sale is canceled and the buyer gets a full refund.`;
  return { kind: 'no_show_reported', subject: message`Missed meeting: ${order.product_name}`, text, ...orderLink(order) };
}

const ANSWERED = { denied: 'were there', admitted: 'couldn’t make it' };

/** To both: what became of the report. */
export function noShowAnswered(
  order: Order,
  to: OrderSide,
  { absent, result, isOpen }: { absent: OrderSide; result: 'denied' | 'admitted' | 'withdrawn'; isOpen: boolean },
): Words {
  const next = isOpen ? message`The order stands: agree on another time and place.` : message`The sale stays canceled.`;
  const says = to === absent ? 'You answered that you' : 'They answered that they';
  const what = result === 'withdrawn' ? message`The report about the missed meeting was withdrawn.` : message`${says} ${ANSWERED[result]}.`;
  return { kind: 'no_show_answered', subject: message`Missed meeting: ${order.product_name}`, text: message`${what} ${next}`, ...orderLink(order) };
}

const otherName = (order: Order, side: OrderSide): Message => nameOf(order, side === 'buyer' ? 'seller' : 'buyer');

/** Names and places leave the shop with the person. */
const nameOf = (order: Order, side: OrderSide): Message =>
  side === 'buyer' ? message`${{ order: order.id, part: 'buyer_name' as const }}` : message`${{ person: order.seller_id }}`;

const placeOf = ({ id }: Proposed): Message => message`${{ proposal: id }}`;
