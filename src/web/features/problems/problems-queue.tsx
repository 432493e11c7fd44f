import { useInfiniteQuery } from '@tanstack/react-query';
import type { QueuedProblem } from '#contract/problems.ts';
import { Link } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { formatPrice } from '../../ui/money.ts';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { useApp } from '../../use-app.tsx';
import { problemsOptions } from './queries.ts';
import { REASONS } from './words.ts';

const STATES: Partial<Record<QueuedProblem['fulfillment']['state'], string>> = {
  problem_reported: 'Waiting for the seller',
  refund_offered: 'Waiting for the buyer',
  returning: 'The phone goes back',
  return_confirming: 'The phone goes back',
};

const COLUMNS: Column<QueuedProblem>[] = [
  {
    header: 'Phone',
    card: 'title',
    cell: ({ orderId, ProductName }) => (
      <Link to={`/dashboard/problems/${encodeURIComponent(orderId)}`} className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
        {ProductName}
      </Link>
    ),
  },
  { header: 'Paid', card: 'aside', cell: ({ charged }) => <span className="font-semibold whitespace-nowrap">{formatPrice(charged)}</span> },
  { header: 'Problem', card: 'line', cell: ({ reason }) => REASONS[reason] },
  { header: 'Buyer and seller', card: 'line', cell: ({ buyerName, sellerName }) => <span className="wrap-anywhere">{`${buyerName} and ${sellerName}`}</span> },
  { header: 'State', card: 'line', cell: ({ fulfillment: { state } }) => (state === 'escalated' ? <Badge tone="warning">Decide</Badge> : STATES[state]) },
  {
    header: 'Deadline',
    card: 'line',
    cell: ({ fulfillment: { dueAt } }) => (
      <span className="whitespace-nowrap">
        <span className="@3xl:hidden">By </span>
        {dueAt && <DateTime iso={dueAt} />}
      </span>
    ),
  },
];

/** The problems that aren't settled: the one whose deadline is next comes first. */
export function ProblemsQueue() {
  const { api } = useApp();
  const query = useInfiniteQuery(problemsOptions(api));
  return (
    <PagedList
      query={query}
      title="Problems"
      heading={counted('Problems', { one: 'Problem' })}
      failed="We couldn’t load the problems."
      empty={<EmptyState title="No open problems">When a buyer and a seller don’t agree about a phone, you decide here.</EmptyState>}
    >
      {(problems) => <DataTable caption="Problems" columns={COLUMNS} rows={problems} rowKey={({ orderId }) => orderId} />}
    </PagedList>
  );
}
