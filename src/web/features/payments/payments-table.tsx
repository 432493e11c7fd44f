import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { nameCard } from '../../ui/card-name.ts';
import { EmailLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatExact, formatPrice } from '../../ui/money.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { paymentsOptions, usePayout } from './queries.ts';
import { RefundButton } from './refund-button.tsx';

const STATES: Record<PaymentRecord['state'], { tone: BadgeTone; text: string }> = {
  kept: { tone: 'good', text: 'Paid' },
  refund_due: { tone: 'warning', text: 'Refunding' },
  refunded: { tone: 'neutral', text: 'Refunded' },
};

const COLUMNS: Column<PaymentRecord>[] = [
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
  { header: 'Actions', hideHeader: true, card: 'foot', cell: (payment) => <Actions payment={payment} /> },
];

/** All received payments, and what became of them. */
export function PaymentsTable() {
  const { api } = useApp();
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
      {(payments) => <DataTable caption="Payments" columns={COLUMNS} rows={payments} rowKey={(payment) => payment._id} />}
    </PagedList>
  );
}

function heading(count: number, more: boolean): string {
  if (count === 0) return 'Payments';
  return count === 1 && !more ? 'Payment' : `Payments (${count}${more ? '+' : ''})`;
}

/** Records that the seller was paid, after asking once. */
function PayoutButton({ payment }: { payment: PaymentRecord }) {
  const payout = usePayout();
  const [open, setOpen] = useState(false);
  const send = useSingleFlight(async () => {
    await payout.mutateAsync(payment).catch(() => null);
    setOpen(false);
  });
  return (
    <>
      <Button variant="secondary" size="small" aria-label={`Mark as paid out: ${payment.ProductName}`} onClick={() => setOpen(true)}>
        Mark as paid out
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Mark ${formatExact(payment.listPrice)} as paid out?`}
        confirm={`I paid ${payment.sellerName} ${formatExact(payment.listPrice)}`}
        onConfirm={() => void send()}
        busy={payout.isPending}
      >
        Confirm only after you’ve paid {payment.sellerName} {formatExact(payment.listPrice)} for {payment.ProductName}.
        {payment.listPrice > payment.amount && ` The buyer paid ${formatExact(payment.amount)}; the shop adds the first-purchase discount.`} This can’t be
        undone.
      </ConfirmDialog>
    </>
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

function State({ payment }: { payment: PaymentRecord }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={STATES[payment.state].tone}>{STATES[payment.state].text}</Badge>
      {payment.paidOutAt && <Badge>Paid out</Badge>}
    </span>
  );
}

function Actions({ payment }: { payment: PaymentRecord }) {
  return (
    payment.state === 'kept' && (
      <span className="flex flex-wrap gap-2">
        {!payment.paidOutAt && <PayoutButton payment={payment} />}
        <RefundButton payment={payment} />
      </span>
    )
  );
}
