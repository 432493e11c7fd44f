import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import type { PayoutState, PayoutWait } from '#contract/payouts.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { nameCard } from '../../ui/card-name.ts';
import { EmailLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatExact, formatPrice } from '../../ui/money.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { useApp } from '../../use-app.tsx';
import { paymentsOptions } from './queries.ts';
import { RefundButton } from './refund-button.tsx';

const STATES: Record<PaymentRecord['state'], { tone: BadgeTone; text: string }> = {
  kept: { tone: 'good', text: 'Paid' },
  refund_due: { tone: 'warning', text: 'Refunding' },
  refunded: { tone: 'neutral', text: 'Refunded' },
};

const PAYOUTS: Partial<Record<PayoutState, string>> = {
  due: 'Payout due',
  sending: 'Payout on its way',
  failed: 'Payout refused',
  reversed: 'Payout reversed',
};

const WAITS: Record<PayoutWait, string> = {
  no_account: 'The seller hasn’t set up payouts',
  account_incomplete: 'The seller hasn’t finished setting up payouts',
  account_restricted: 'The payout service needs something from the seller',
  account_gone: 'The seller’s payout account is gone',
  dispute: 'A bank is reviewing the payment',
  provider: 'The payout service refused it; the shop tries again every hour',
};

/** What else an admin can do about a payment that stands. */
type Act = (payment: PaymentRecord) => ReactNode;

const columnsWith = (act: Act): Column<PaymentRecord>[] => [
  { header: 'Phone', card: 'title', cell: (payment) => <span className="font-medium">{payment.ProductName}</span> },
  {
    header: 'Buyer',
    card: 'line',
    cell: (payment) => (
      <span className="grid">
        <span className="wrap-anywhere">{payment.buyerName}</span>
        <EmailLink address={payment.email} className="text-sm wrap-anywhere text-muted underline-offset-4 hover:underline" />
      </span>
    ),
  },
  { header: 'Amount', card: 'aside', cell: (payment) => <span className="font-semibold whitespace-nowrap">{formatPrice(payment.amount)}</span> },
  { header: 'Transaction', card: 'line', cell: (payment) => <Transaction payment={payment} /> },
  { header: 'When', card: 'line', cell: (payment) => <Moment iso={payment.at} className="text-sm @3xl:whitespace-nowrap" /> },
  { header: 'State', card: 'line', cell: (payment) => <State payment={payment} /> },
  { header: 'Actions', hideHeader: true, card: 'foot', cell: (payment) => payment.state === 'kept' && <Actions payment={payment} act={act} /> },
];

/** All received payments, and what became of them. */
export function PaymentsTable({ act }: { act: Act }) {
  const { api } = useApp();
  const columns = useMemo(() => columnsWith(act), [act]);
  const filter = useListFilter();
  const query = useInfiniteQuery({ ...paymentsOptions(api, filter), placeholderData: keepPreviousData });
  return (
    <PagedList
      query={query}
      title="Payments"
      find={{ filter, label: 'Phone, person, transaction or card' }}
      heading={heading}
      failed="We couldn’t load the payments."
      empty={<EmptyState title="No payments yet">Payments appear here as soon as they arrive.</EmptyState>}
    >
      {(payments) => <DataTable caption="Payments" columns={columns} rows={payments} rowKey={(payment) => payment._id} />}
    </PagedList>
  );
}

function heading(count: number, more: boolean): string {
  if (count === 0) return 'Payments';
  return count === 1 && !more ? 'Payment' : `Payments (${count}${more ? '+' : ''})`;
}

function Transaction({ payment }: { payment: PaymentRecord }) {
  return (
    <span className="grid text-sm text-muted">
      <span className="break-all">{payment.transactionId}</span>
      {payment.card && <span className="whitespace-nowrap">{nameCard(payment.card)}</span>}
    </span>
  );
}

function State({ payment: { state, payout, paidOutAt } }: { payment: PaymentRecord }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
      {paidOutAt && <Badge>Paid out</Badge>}
      {payout && PAYOUTS[payout.state] && <Badge>{PAYOUTS[payout.state]}</Badge>}
      {payout && payout.owed > 0 && <Badge tone="warning">Seller owes {formatExact(payout.owed)}</Badge>}
      {payout?.waitsFor && <span className="text-sm text-muted">{WAITS[payout.waitsFor]}</span>}
    </span>
  );
}

function Actions({ payment, act }: { payment: PaymentRecord; act: Act }) {
  return (
    <span className="flex flex-wrap gap-2">
      {act(payment)}
      <RefundButton payment={payment} />
    </span>
  );
}
