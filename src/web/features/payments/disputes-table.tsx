import { useInfiniteQuery } from '@tanstack/react-query';
import type { Dispute } from '#contract/payments/disputes.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { OrderLink, PersonLink } from '../../ui/record-links.tsx';
import { useApp } from '../../use-app.tsx';
import { EvidenceButton } from './evidence-button.tsx';
import { disputesOptions } from './queries.ts';

const STATES: Record<Dispute['state'], { tone: BadgeTone; text: string }> = {
  inquiry: { tone: 'warning', text: 'Inquiry' },
  needs_response: { tone: 'warning', text: 'Needs response' },
  under_review: { tone: 'accent', text: 'Under bank review' },
  won: { tone: 'good', text: 'Won' },
  lost: { tone: 'neutral', text: 'Lost' },
  closed: { tone: 'neutral', text: 'Closed' },
};

const COLUMNS: Column<Dispute>[] = [
  { header: 'Phone', card: 'title', cell: (dispute) => <OrderLink id={dispute.orderId}>{dispute.ProductName}</OrderLink> },
  { header: 'Buyer', card: 'line', cell: (dispute) => <PersonLink id={dispute.buyerId}>{dispute.buyerName}</PersonLink> },
  { header: 'Amount', card: 'aside', cell: (dispute) => <span className="font-semibold whitespace-nowrap">{formatPrice(dispute.amount)}</span> },
  { header: 'Reason', card: 'line', cell: (dispute) => dispute.reason.replaceAll('_', ' ') },
  { header: 'State', card: 'line', cell: (dispute) => <State dispute={dispute} /> },
  { header: 'Respond by', cell: (dispute) => (dispute.evidenceDueAt && dispute.closedAt === null ? <DateTime iso={dispute.evidenceDueAt} /> : '–') },
  { header: 'Opened', cell: (dispute) => <Moment iso={dispute.openedAt} /> },
  { header: 'Evidence', hideHeader: true, card: 'foot', cell: (dispute) => <EvidenceButton dispute={dispute} /> },
];

/** Disputed payments, and the evidence that the shop can provide. */
export function DisputesTable() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(disputesOptions(api, filter));
  return (
    <PagedList
      query={query}
      title="Disputes"
      find={{ filter, label: 'Phone, buyer or transaction' }}
      heading={counted('Disputes', { one: 'Dispute' })}
      failed="We couldn’t load the disputes."
      empty={
        <EmptyState title="No disputes">
          When a bank disputes a payment, its payout is paused, and the evidence to send and its due date appear here.
        </EmptyState>
      }
    >
      {(disputes) => <DataTable caption="Disputes" columns={COLUMNS} rows={disputes} rowKey={(dispute) => dispute._id} />}
    </PagedList>
  );
}

function State({ dispute }: { dispute: Dispute }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={STATES[dispute.state].tone}>{STATES[dispute.state].text}</Badge>
      {dispute.paidOutAt && <Badge>Paid out</Badge>}
    </span>
  );
}
