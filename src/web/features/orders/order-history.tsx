import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry, HistoryReason } from '#contract/orders.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useApp } from '../../use-app.tsx';
import { historyOptions } from './queries.ts';

/** What happened, in the buyer's words. */
const SENTENCES: Record<HistoryReason, string> = {
  booked: 'You booked this phone.',
  payment_begun: 'You started paying, and we reserved the phone for you.',
  hold_over: 'Your time to pay ran out. You weren’t charged, and the phone became available to others again.',
  repriced: 'The price of this order changed, so we started the payment again.',
  let_go: 'You released the phone, and it became available to others again.',
  payment_arrived: 'We received your payment. The phone is yours.',
  sold_to_another: 'Another buyer paid first.',
  listing_removed: 'The listing was removed.',
  buyer_removed: 'The order was closed because the account was deleted.',
  refunded_by_admin: 'We canceled this sale, and your refund is on its way.',
  canceled: 'You canceled your booking.',
  payment_too_late: 'Your payment arrived too late. We’re refunding it in full.',
  money_back: 'We refunded your card.',
  refund_failed: 'Your bank didn’t accept the refund. We’ll try again.',
};

/** What happened to an order, oldest first. */
export function OrderHistory({ orderId, state }: { orderId: string; state: string }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(historyOptions(api, orderId, state));
  if (error && !data) return <FailedRead message="We couldn’t load this order’s history." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return null;
  return (
    <section className="grid gap-4" aria-label="Order history">
      <h2 className="text-xl">Order history</h2>
      <ol>
        {data.map((entry) => (
          <Entry key={entry.step} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  return (
    <li className="relative grid gap-0.5 border-l-2 border-line pb-5 pl-5 last:pb-0">
      <span className="absolute top-1.5 -left-1.75 size-3 rounded-full border-2 border-surface bg-line-strong" aria-hidden="true" />
      <p>{SENTENCES[entry.why]}</p>
      {entry.note && <p className="text-muted wrap-anywhere">“{entry.note}”</p>}
      <Moment iso={entry.at} className="text-sm text-muted" />
    </li>
  );
}
