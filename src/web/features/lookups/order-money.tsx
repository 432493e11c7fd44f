import type { ReactNode } from 'react';
import type { OrderDetails } from '#contract/lookups.ts';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { Badge } from '../../ui/badge.tsx';
import { nameCard } from '../../ui/card-name.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatExact } from '../../ui/money.ts';
import { toSentence } from './labels.ts';

const LEDGER: Column<OrderDetails['ledger'][number]>[] = [
  { header: 'What', card: 'title', cell: ({ kind }) => toSentence(kind.replaceAll('_', ' ')) },
  { header: 'Amount', card: 'aside', cell: ({ amount }) => <span className="font-semibold whitespace-nowrap">{formatExact(amount)}</span> },
  { header: 'Reference', card: 'line', cell: ({ reference }) => <span className="text-sm break-all text-muted">{reference}</span> },
  { header: 'When', card: 'line', cell: ({ at }) => <Moment iso={at} className="text-sm text-muted" /> },
];

/** An order's payments with what became of each and what can be done, its disputes, and its lines in the ledger. */
export function OrderMoney({ order, about }: { order: OrderDetails; about: (payment: PaymentRecord) => ReactNode }) {
  return (
    <section className="grid gap-4" aria-label="Money">
      <h2 className="text-xl">Money</h2>
      {order.payments.length === 0 && <p className="text-muted">No payment has arrived.</p>}
      <ul className="grid gap-3">
        {order.payments.map((payment) => (
          <Payment key={payment._id} payment={payment} about={about(payment)} />
        ))}
        {order.disputes.map((dispute) => (
          <li key={dispute._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-surface p-4">
            <Badge tone="warning">Dispute: {dispute.state.replaceAll('_', ' ')}</Badge>
            <span className="font-semibold">{formatExact(dispute.amount)}</span>
            <span className="text-sm break-all text-muted">
              {dispute.reason.replaceAll('_', ' ')} · {dispute.reference}
            </span>
          </li>
        ))}
      </ul>
      {order.ledger.length > 0 && (
        <>
          <h3 className="font-medium">Ledger</h3>
          <DataTable caption="Ledger" columns={LEDGER} rows={order.ledger} rowKey={({ _id }) => _id} />
        </>
      )}
    </section>
  );
}

function Payment({ payment, about }: { payment: PaymentRecord; about: ReactNode }) {
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-display text-xl font-semibold">{formatExact(payment.amount)}</span>
        {payment.card && <span className="whitespace-nowrap">{nameCard(payment.card)}</span>}
      </p>
      <p className="text-sm text-muted">
        <span className="break-all">{payment.transactionId}</span>, <Moment iso={payment.at} />
      </p>
      {about}
    </li>
  );
}
