import type { Ref } from 'react';
import type { FulfillmentState } from '#contract/fulfillment.ts';
import type { OrderSide, PaidOrder } from '#contract/orders.ts';
import { isBeforeHandover, isNotHandedOver } from '#contract/shared/handover-states.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { MeetingFacts } from '../../ui/meeting-facts.tsx';
import { formatPrice } from '../../ui/money.ts';
import { missingConfirmation } from '../../ui/order-state.tsx';
import { Contacts, isAlone } from './paid-order.tsx';

type Step = { title: string; text: string };
type Until = { until?: string | Record<OrderSide, string> };

const otherwiseRefunded = (what: string): Record<OrderSide, string> => ({
  buyer: `${what}, the sale is canceled and you get a full refund.`,
  seller: `${what}, the sale is canceled and the buyer gets a full refund.`,
});

/** What comes next, for each side. `until` says what happens at the deadline, which stands before it. */
const STEPS: Record<Exclude<FulfillmentState, 'confirming' | 'return_confirming' | 'decided' | 'canceled'>, Record<OrderSide, Step> & Until> = {
  to_arrange: {
    buyer: {
      title: 'Arrange the meeting',
      text: 'Agree with the seller on where and when to meet. Your money is safe with us until you both confirm the handover.',
    },
    seller: {
      title: 'Arrange the meeting',
      text: 'Agree with the buyer on where and when to meet. The buyer has paid, and we keep the money for you until you both confirm the handover.',
    },
    until: otherwiseRefunded('If the phone isn’t handed over by then'),
  },
  arranged: {
    buyer: { title: 'Meet the seller', text: 'Check the phone, then confirm the handover with your code.' },
    seller: { title: 'Meet the buyer', text: 'Bring the phone, and scan or type the buyer’s code to confirm the handover.' },
    until: otherwiseRefunded('If the phone isn’t handed over by then'),
  },
  handed_over: {
    buyer: { title: 'Check the phone', text: 'Take your time. If something’s wrong, tell us before the time is up.' },
    seller: { title: 'The buyer checks the phone', text: 'We’ll tell you if they report a problem.' },
    until: { buyer: 'After this, the seller is paid.', seller: 'After this, the money is yours.' },
  },
  no_show_reported: {
    buyer: { title: 'A missed meeting', text: 'One of you reported that the other didn’t come.' },
    seller: { title: 'A missed meeting', text: 'One of you reported that the other didn’t come.' },
    until: otherwiseRefunded('Without an answer'),
  },
  problem_reported: {
    buyer: { title: 'We’ve told the seller', text: 'The seller can take the phone back, offer a partial refund, or disagree. Your money stays with us.' },
    seller: { title: 'Answer the problem', text: 'Take the phone back, offer a partial refund, or say why you disagree.' },
    until: {
      buyer: 'Without an answer, you can return the phone for a full refund.',
      seller: 'Without an answer, the buyer can return the phone for a full refund.',
    },
  },
  refund_offered: {
    buyer: { title: 'The seller offers a partial refund', text: 'Accept it and keep the phone, or decline it and we decide.' },
    seller: { title: 'Your offer is with the buyer', text: 'If they decline it, we decide.' },
    until: 'Without an answer, the offer then counts as accepted.',
  },
  escalated: {
    buyer: { title: 'We’re deciding', text: 'We look at what you both told us, and tell you both.' },
    seller: { title: 'We’re deciding', text: 'We look at what you both told us, and tell you both.' },
    until: 'If we don’t decide by then, the buyer gets a full refund. A phone that they have goes back first, unless that was tried already.',
  },
  returning: {
    buyer: { title: 'Bring the phone back', text: 'Meet the seller and confirm the return with the seller’s code. Then you get a full refund.' },
    seller: { title: 'The phone comes back to you', text: 'Meet the buyer, check the phone, and show your code to confirm the return.' },
    until: { buyer: 'If the phone isn’t back by then, the seller is paid.', seller: 'If the phone isn’t back by then, the money is yours.' },
  },
  completed: {
    buyer: { title: 'All done', text: 'The phone is yours.' },
    seller: { title: 'All done', text: 'The sale is complete.' },
  },
};

/** While one confirmation is missing: what to do, and what the other side has yet to do. */
const CONFIRMING: Record<'confirming' | 'return_confirming', Record<OrderSide, { own: string; theirs: string }> & { until: string }> = {
  confirming: {
    buyer: {
      own: 'The seller entered your code. Confirm below that you have the phone. If you don’t have it, report a problem.',
      theirs: 'You confirmed that you have the phone. The seller still has to scan or type your code. If you don’t have the phone, report a problem.',
    },
    seller: {
      own: 'The buyer confirmed that they have the phone. Scan or type their code below. If you didn’t hand the phone over, report a problem.',
      theirs: 'You entered the buyer’s code. The buyer still has to confirm that they have the phone. If you didn’t hand the phone over, report a problem.',
    },
    until: 'Without an objection, the handover then counts as confirmed.',
  },
  return_confirming: {
    buyer: {
      own: 'The seller confirmed that they have the phone back. Scan or type their code below.',
      theirs: 'You entered the seller’s code. The seller still has to confirm that they have the phone back.',
    },
    seller: {
      own: 'The buyer entered your code. Confirm below that you have the phone back. If you don’t, ask us to decide.',
      theirs: 'You confirmed that you have the phone back. The buyer still has to scan or type your code. If you don’t have the phone, ask us to decide.',
    },
    until: 'Without an objection, the return then counts as confirmed.',
  },
};

/** The same while nobody has confirmed that the buyer has the phone. */
const STILL_HERE: Partial<Record<FulfillmentState, Record<OrderSide, Step> & Until>> = {
  problem_reported: {
    buyer: { title: 'We’ve told the seller', text: 'The seller can refund everything, or disagree. Your money stays with us.' },
    seller: { title: 'Answer the problem', text: 'Refund everything, or say why you disagree.' },
    until: 'Without an answer, the buyer gets a full refund, or we decide if the seller sent the buyer’s code from a meeting.',
  },
};

/** The same once the other side has left or was removed. */
const ALONE: Record<OrderSide, Step> = {
  buyer: { title: 'The seller no longer has an account', text: 'Don’t meet them. Cancel the purchase below to get a full refund.' },
  seller: {
    title: 'The buyer no longer has an account',
    text: 'Don’t hand the phone over: cancel the sale below, and keep the phone. If you handed it over already, report a problem instead.',
  },
};

/** To the seller, while a buyer who has left or was removed could check the phone. */
const BUYER_GONE: Step & Until = {
  title: ALONE.seller.title,
  text: 'They can’t report a problem anymore. There’s nothing you need to do.',
  until: 'After this, the money is yours.',
};

/** The same while the buyer's bank investigates the payment: until it has decided, deadlines wait. */
const DISPUTED: Record<'before' | 'after' | 'completed', Record<OrderSide, Step>> = {
  before: {
    buyer: { title: 'Your bank is reviewing the payment', text: 'The sale is on hold until it decides. Then we’ll tell you what comes next.' },
    seller: { title: 'Don’t hand the phone over yet', text: 'The buyer’s bank is disputing the payment. We’ll tell you as soon as it has decided.' },
  },
  after: {
    buyer: {
      title: 'Check the phone',
      text: 'If something’s wrong, report a problem. Your bank is reviewing the payment, and the sale is on hold until it decides.',
    },
    seller: {
      title: 'The buyer’s bank is disputing the payment',
      text: 'You’ll be paid if it decides in your favor. We’ll tell you as soon as it has decided.',
    },
  },
  completed: {
    buyer: { title: 'Your bank is reviewing the payment', text: 'The phone is yours unless it sends the money back. We’ll tell you what it decides.' },
    seller: {
      title: 'The buyer’s bank is disputing the payment',
      text: 'The money is yours if it decides in your favor. Keep anything that shows you handed over the phone.',
    },
  },
};

/** Once the bank has returned all of the money. */
const REVERSED: Pick<typeof DISPUTED, 'before' | 'after'> = {
  before: {
    buyer: { title: 'Your bank reversed the payment', text: 'The sale is canceled, and you have your money back.' },
    seller: { title: 'The buyer’s bank reversed the payment', text: 'The sale is canceled, and you keep the phone.' },
  },
  after: {
    buyer: { title: 'Your bank reversed the payment', text: 'You have your money back.' },
    seller: { title: 'The buyer’s bank reversed the payment', text: 'The buyer has their money back, so we can’t pay you for this sale.' },
  },
};

/** The same to a seller who was paid before. */
const AFTER_PAYOUT = {
  disputed: {
    title: DISPUTED.completed.seller.title,
    text: 'You keep what we paid you if it decides in your favor. Otherwise it goes back. Keep anything that shows you handed over the phone.',
  },
  reversed: { title: REVERSED.after.seller.title, text: 'The buyer has their money back, so what we paid you for this sale goes back, too.' },
};

/** Of a return to a seller who has left or was removed. */
const NOT_RETURNABLE: Step & { until: string } = {
  title: 'The seller no longer has an account',
  text: 'They can’t take the phone back. Ask us to decide below.',
  until: 'If you don’t ask us by then, we decide.',
};

/** Where a paid order stands and what to do now: the first thing on its page. */
export function NextStep({ ref, order }: { ref: Ref<HTMLElement>; order: PaidOrder }) {
  const { fulfillment } = order;
  const { title, text, until } = stepOf(order);
  const isArranged = fulfillment.state === 'arranged' && !isAlone(order);
  return (
    <section ref={ref} tabIndex={-1} className="grid gap-2 rounded-2xl bg-accent-soft p-4 sm:p-6" aria-labelledby="next-step" aria-live="polite">
      <h2 id="next-step" className="text-xl">
        {title}
      </h2>
      {isArranged && fulfillment.meetAt !== null && <MeetingFacts at={fulfillment.meetAt} place={fulfillment.meetPlace ?? ''} />}
      {isArranged && <Contacts order={order} />}
      <p className="max-w-prose">{text}</p>
      {!isArranged && isBeforeHandover(fulfillment.state) && !isAlone(order) && <Contacts order={order} />}
      {until && fulfillment.dueAt && (
        <p className="text-sm text-muted">
          Deadline: <DateTime iso={fulfillment.dueAt} className="font-medium text-ink" />. {typeof until === 'string' ? until : until[order.side]}
        </p>
      )}
    </section>
  );
}

function stepOf(order: PaidOrder): Step & Until {
  const { side, fulfillment } = order;
  const isPaidOut = side === 'seller' && order.paidOutAt !== null;
  if (fulfillment.state === 'returning' && side === 'buyer' && order.seller.gone) return NOT_RETURNABLE;
  if (fulfillment.state === 'decided' && order.dispute === 'lost' && fulfillment.outcome === 'refunded')
    return isPaidOut ? AFTER_PAYOUT.reversed : REVERSED[order.isWithBuyer ? 'after' : 'before'][side];
  if (fulfillment.state === 'decided') return decidedStep(order);
  if (fulfillment.state === 'canceled') return { title: 'Canceled', text: refundText(side, order.state) };
  if (order.dispute === 'open' && isNotHandedOver(fulfillment.state)) return DISPUTED.before[side];
  if (order.dispute === 'open' && fulfillment.state === 'handed_over') return DISPUTED.after[side];
  if (order.dispute === 'open' && fulfillment.state === 'completed') return isPaidOut ? AFTER_PAYOUT.disputed : DISPUTED.completed[side];
  if (fulfillment.state === 'handed_over' && side === 'seller' && order.buyer.gone) return BUYER_GONE;
  if (fulfillment.state === 'confirming' || fulfillment.state === 'return_confirming') return confirmingStep(order, fulfillment.state);
  const { until, ...sides } = (!order.isWithBuyer && STILL_HERE[fulfillment.state]) || STEPS[fulfillment.state];
  return { ...(isAlone(order) ? ALONE : sides)[side], ...(until !== undefined && { until }) };
}

function confirmingStep(order: PaidOrder, state: keyof typeof CONFIRMING): Step & Until {
  const { side, fulfillment } = order;
  const { confirmationFrom: from } = fulfillment;
  const { until, ...sides } = CONFIRMING[state];
  return { title: missingConfirmation(from, side), text: sides[side][from === side ? 'own' : 'theirs'], until };
}

function decidedStep({ side, state, fulfillment: { outcome, refunded } }: PaidOrder): Step {
  const title = 'Settled';
  if (outcome === 'paid_out')
    return { title, text: side === 'buyer' ? 'The sale stands, and the seller is paid.' : 'The sale stands, and the money is yours.' };
  if (outcome === 'partly_refunded') {
    const amount = formatPrice(refunded);
    return { title, text: side === 'buyer' ? `You get ${amount} back, and keep the phone.` : `The buyer gets ${amount} back, and the rest is yours.` };
  }
  return { title, text: refundText(side, state) };
}

function refundText(side: OrderSide, state: PaidOrder['state']): string {
  if (state === 'refunded') return side === 'buyer' ? 'You’ve been refunded in full.' : 'The buyer has been refunded in full.';
  return side === 'buyer' ? 'You get a full refund.' : 'The buyer gets a full refund.';
}
