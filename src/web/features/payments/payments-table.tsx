import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { nameCard } from '../../ui/card-name.ts';
import { EmailLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { OrderLink, PersonLink } from '../../ui/record-links.tsx';
import { useApp } from '../../use-app.tsx';
import { PaymentActions, PaymentBadges } from './payment-parts.tsx';
import { paymentsOptions } from './queries.ts';

/** What else an admin can do about a payment that stands. */
type Act = (payment: PaymentRecord) => ReactNode;

const columnsWith = (act: Act): Column<PaymentRecord>[] => [
  { header: 'Phone', card: 'title', cell: (payment) => <OrderLink id={payment.orderId}>{payment.ProductName}</OrderLink> },
  {
    header: 'Buyer',
    card: 'line',
    cell: (payment) => (
      <span className="grid">
        <PersonLink id={payment.buyerId}>{payment.buyerName}</PersonLink>
        <EmailLink address={payment.email} className="inline-block py-0.5 text-sm wrap-anywhere text-muted underline-offset-4 hover:underline" />
      </span>
    ),
  },
  { header: 'Amount', card: 'aside', cell: (payment) => <span className="font-semibold whitespace-nowrap">{formatPrice(payment.amount)}</span> },
  { header: 'Transaction', card: 'line', cell: (payment) => <Transaction payment={payment} /> },
  { header: 'When', card: 'line', cell: (payment) => <Moment iso={payment.at} className="text-sm @3xl:whitespace-nowrap" /> },
  { header: 'State', card: 'line', cell: (payment) => <PaymentBadges payment={payment} /> },
  { header: 'Actions', hideHeader: true, card: 'foot', cell: (payment) => <PaymentActions payment={payment}>{act(payment)}</PaymentActions> },
];

/** All received payments, and what became of them. */
export function PaymentsTable({ act }: { act: Act }) {
  const { api } = useApp();
  const columns = useMemo(() => columnsWith(act), [act]);
  const filter = useListFilter();
  const query = useInfiniteQuery(paymentsOptions(api, filter));
  return (
    <PagedList
      query={query}
      title="Payments"
      find={{ filter, label: 'Phone, person, transaction or card' }}
      heading={counted('Payments', { one: 'Payment' })}
      failed="We couldn’t load the payments."
      empty={<EmptyState title="No payments yet">Payments appear here as soon as they arrive.</EmptyState>}
    >
      {(payments) => <DataTable caption="Payments" columns={columns} rows={payments} rowKey={(payment) => payment._id} />}
    </PagedList>
  );
}

function Transaction({ payment }: { payment: PaymentRecord }) {
  return (
    <span className="grid text-sm text-muted">
      <span className="break-all">{payment.transactionId}</span>
      {payment.card && <span className="whitespace-nowrap">{nameCard(payment.card)}</span>}
    </span>
  );
}
