import { useQuery } from '@tanstack/react-query';
import type { FulfillmentReason } from '#contract/fulfillment.ts';
import type { HistoryEntry, HistoryReason } from '#contract/orders.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useApp } from '../../use-app.tsx';
import { historyOptions } from './queries.ts';

/** What happened: up to the payment in the buyer's words, afterwards in words for both. */
const SENTENCES: Record<HistoryReason | FulfillmentReason, string> = {
  booked: 'You booked this phone.',
  payment_begun: 'You started paying, and we reserved the phone for you.',
  hold_over: 'Your time to pay ran out. You weren’t charged, and the phone became available to others again.',
  off_sale: 'The phone went off sale before you had paid. If your payment still arrives, we refund it in full.',
  repriced: 'The price of this order changed, so we started the payment again.',
  let_go: 'You released the phone, and it became available to others again.',
  payment_arrived: 'We received your payment. The phone is yours.',
  sold_to_another: 'Another buyer paid first.',
  listing_removed: 'The listing was removed.',
  sold_elsewhere: 'The seller sold the phone elsewhere.',
  agreement_over: 'You didn’t pay the agreed price in time.',
  buyer_removed: 'The order was closed because the account was deleted.',
  sale_canceled: 'The sale was canceled, and the refund is on its way.',
  refunded_after_problem: 'The full refund is on its way.',
  payment_reversed: 'Your bank reversed the payment, so the sale is canceled.',
  refunded_by_admin: 'We canceled this sale, and your refund is on its way.',
  canceled: 'You canceled your booking.',
  payment_too_late: 'Your payment arrived too late. We’re refunding it in full.',
  money_back: 'We refunded your card.',
  refund_failed: 'Your bank didn’t accept the refund. We’ll try again.',
  paid: 'The phone was paid for.',
  meeting_agreed: 'Buyer and seller agreed on where and when to meet.',
  meeting_called_off: 'The meeting was called off.',
  buyer_confirmed: 'The buyer confirmed that they have the phone.',
  seller_confirmed: 'The seller confirmed the handover with the buyer’s code.',
  confirmation_overdue: 'Only one side confirmed the handover, and the other didn’t object.',
  inspected: 'The buyer confirmed that the phone is as described.',
  inspection_over: 'The time to check the phone is over. The seller is paid.',
  canceled_by_buyer: 'The buyer canceled the purchase.',
  canceled_by_seller: 'The seller canceled the sale.',
  handover_overdue: 'The phone wasn’t handed over in time, so the sale was canceled.',
  no_show_of_buyer: 'The seller reported that the buyer didn’t come.',
  no_show_of_seller: 'The buyer reported that the seller didn’t come.',
  no_show_denied: 'Both sides say they were at the meeting.',
  no_show_admitted: 'The missed meeting was confirmed. Buyer and seller arrange another one.',
  no_show_withdrawn: 'The report about the missed meeting was withdrawn.',
  no_show_overdue: 'The report wasn’t answered in time, so the sale was canceled.',
  cancellation_disputed: 'The buyer wanted to cancel, but the seller had sent their code from a meeting. The shop decides.',
  handover_disputed: 'The time to hand the phone over was up, but the seller had sent the buyer’s code from a meeting. The shop decides.',
  return_disputed: 'The time to return the phone was over, but the buyer had sent the seller’s code from a meeting. The shop decides.',
  problem_of_buyer: 'The buyer reported a problem.',
  problem_of_seller: 'The seller reported a problem.',
  problem_withdrawn: 'The problem was withdrawn.',
  return_accepted: 'The seller takes the phone back for a full refund.',
  refund_accepted: 'The seller agreed to a full refund.',
  partial_refund_offered: 'The seller offered a partial refund.',
  partial_refund_accepted: 'The buyer accepted the partial refund.',
  partial_refund_declined: 'The buyer declined the partial refund.',
  problem_refused: 'The seller disagreed with the problem.',
  decision_asked_for: 'The shop was asked to decide.',
  answer_overdue: 'The seller didn’t answer in time.',
  offer_overdue: 'The offer wasn’t answered in time and counts as accepted.',
  decision_overdue: 'The shop didn’t decide in time, so the buyer gets a full refund. If they have the phone, it goes back first.',
  decided_by_shop: 'The shop decided.',
  return_confirmed_by_buyer: 'The buyer confirmed the return with the seller’s code.',
  return_confirmed_by_seller: 'The seller confirmed that the phone is back.',
  return_confirmation_overdue: 'Only one side confirmed the return, and the other didn’t object.',
  return_overdue: 'The phone wasn’t returned in time, so the seller is paid.',
  refunded_by_shop: 'The shop refunded the buyer in full.',
  reversed_by_bank: 'The buyer’s bank reversed the payment.',
};

/** What the buyer did or was said to have done after the payment, in words for them. */
const FOR_BUYER: Partial<Record<HistoryReason | FulfillmentReason, string>> = {
  meeting_agreed: 'You and the seller agreed on where and when to meet.',
  buyer_confirmed: 'You confirmed that you have the phone.',
  seller_confirmed: 'The seller confirmed the handover with your code.',
  inspected: 'You confirmed that the phone is as described.',
  canceled_by_buyer: 'You canceled the purchase.',
  no_show_of_buyer: 'The seller reported that you didn’t come.',
  no_show_of_seller: 'You reported that the seller didn’t come.',
  problem_of_buyer: 'You reported a problem.',
  partial_refund_accepted: 'You accepted the partial refund.',
  partial_refund_declined: 'You declined the partial refund.',
  return_confirmed_by_buyer: 'You confirmed the return with the seller’s code.',
  reversed_by_bank: 'Your bank reversed the payment.',
};

/** Up to the payment, in words for everybody else. */
const FOR_OTHERS: Partial<Record<HistoryReason | FulfillmentReason, string>> = {
  booked: 'The buyer booked this phone.',
  payment_begun: 'The buyer started paying.',
  hold_over: 'The buyer’s time to pay ran out.',
  off_sale: 'The phone went off sale before the buyer had paid.',
  repriced: 'The price changed, so the payment started again.',
  let_go: 'The buyer released the phone.',
  payment_arrived: 'The buyer paid.',
  canceled: 'The buyer canceled the booking.',
  payment_too_late: 'The buyer’s payment arrived too late and is refunded.',
  refunded_by_admin: 'The shop canceled this sale and refunds the buyer.',
  money_back: 'The buyer was refunded.',
  refund_failed: 'The buyer’s bank didn’t accept the refund. It will be tried again.',
};

/** What happened to an order, oldest first; `seenBy`: who reads it. */
export function OrderHistory({ orderId, state, seenBy = 'buyer' }: { orderId: string; state: string; seenBy?: 'buyer' | 'other' }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(historyOptions(api, orderId, state));
  if (error && !data) return <FailedRead message="We couldn’t load this order’s history." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return null;
  return (
    <section className="grid gap-4" aria-label="Order history">
      <h2 className="text-xl">Order history</h2>
      <ol>
        {data.map((entry) => (
          <Entry key={entry.step} entry={entry} seenBy={seenBy} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry, seenBy }: { entry: HistoryEntry; seenBy: 'buyer' | 'other' }) {
  const sentence = (seenBy === 'buyer' ? FOR_BUYER : FOR_OTHERS)[entry.why] ?? SENTENCES[entry.why];
  return (
    <li className="relative grid gap-0.5 border-l-2 border-line pb-5 pl-5 last:pb-0">
      <span className="absolute top-1.5 -left-1.75 size-3 rounded-full border-2 border-surface bg-line-strong" aria-hidden="true" />
      <p>{sentence}</p>
      {entry.note && <p className="text-muted wrap-anywhere">“{entry.note}”</p>}
      <Moment iso={entry.at} className="text-sm text-muted" />
    </li>
  );
}
