import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry, HistoryReason } from '#contract/orders.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useApp } from '../../use-app.tsx';
import { historyOptions } from './queries.ts';

/** What happened, in the buyer's words. */
const SENTENCES: Record<HistoryReason, string> = {
  booked: 'You booked this phone.',
  payment_begun: 'You began to pay, and the phone was held for you.',
  hold_over: 'The time to pay ran out. Nothing was charged, and the phone was free for others again.',
  let_go: 'You let go of the phone, and it was free for others again.',
  payment_arrived: 'Your payment arrived: the phone is yours.',
  sold_to_another: 'Another buyer paid first.',
  listing_removed: 'The listing was taken off the shop.',
  buyer_removed: 'The order was closed with its account.',
  refunded_by_admin: 'The shop undid this sale, and your money is on its way back.',
  canceled: 'You canceled your booking.',
  payment_too_late: 'Your payment came too late, and goes back in full.',
  money_back: 'Your money went back to your card.',
  refund_failed: 'Your bank did not take the refund; it is tried again.',
};

const Entry = ({ entry }: { entry: HistoryEntry }) => (
  <li className="relative grid gap-0.5 border-l-2 border-line pb-5 pl-5 last:pb-0">
    <span className="absolute top-1.5 -left-1.75 size-3 rounded-full border-2 border-surface bg-line-strong" aria-hidden="true" />
    <p>{SENTENCES[entry.why]}</p>
    {entry.note && <p className="text-muted wrap-anywhere">“{entry.note}”</p>}
    <Moment iso={entry.at} className="text-sm text-muted" />
  </li>
);

/** What happened to an order, the first thing first. */
export const OrderHistory = ({ orderId, state }: { orderId: string; state: string }) => {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(historyOptions(api, orderId, state));
  if (error && !data) return <FailedRead message="What happened to this order can’t be read right now." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return null;
  return (
    <section className="grid gap-4" aria-label="What happened so far">
      <h2 className="text-xl">What happened so far</h2>
      <ol>
        {data.map((entry) => (
          <Entry key={entry.step} entry={entry} />
        ))}
      </ol>
    </section>
  );
};
