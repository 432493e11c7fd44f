import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { Receipt } from '#contract/payments/payments.ts';
import { ApiError } from '../../api.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { formatPrice } from '../../ui/money.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { receiptOptions } from './queries.ts';

/** A buyer's receipt, to save or print. */
export function ReceiptView({ orderId }: { orderId: string }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(receiptOptions(api, orderId));
  if (data) {
    return (
      <>
        <Paper receipt={data} />
        <Button variant="secondary" className="justify-self-start print:hidden" onClick={() => window.print()}>
          <Printer className="size-5" aria-hidden="true" />
          Print
        </Button>
      </>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title="Receipt not found" action={<ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>}>
        You don’t have a paid order with this number.
      </EmptyState>
    );
  }
  if (error) return <FailedRead message="We couldn’t load this receipt." onRetry={() => void refetch()} busy={isFetching} />;
  return <RowsSkeleton count={4} />;
}

function Paper({ receipt }: { receipt: Receipt }) {
  const { config } = useApp();
  return (
    <div className="grid gap-6 rounded-2xl border border-line bg-surface p-6">
      <div>
        <p className="font-display text-xl font-semibold">{config.shopName}</p>
        <p className="text-sm text-muted">
          {config.contact.email} · {config.contact.phone}
        </p>
      </div>
      <MoneyBack receipt={receipt} />
      <dl>
        <Line name="Phone">{receipt.ProductName}</Line>
        {receipt.discount > 0 && (
          <>
            <Line name="Price">{formatPrice(receipt.listPrice)}</Line>
            <Line name="First-purchase discount">{`−${formatPrice(receipt.discount)}`}</Line>
          </>
        )}
        <Line name="Paid by card">{formatPrice(receipt.amount)}</Line>
        <Line name="Paid on">{formatMoment(receipt.paidAt)}</Line>
        <Line name="Buyer">{`${receipt.buyerName}, ${receipt.email}`}</Line>
        <Line name="Seller">{receipt.sellerName}</Line>
        <Line name="Order">{receipt.orderId}</Line>
        <Line name="Transaction">{receipt.transactionId}</Line>
      </dl>
    </div>
  );
}

function MoneyBack({ receipt }: { receipt: Receipt }) {
  if (receipt.state === 'kept') return null;
  const when = receipt.refundedAt ? `was refunded to your card on ${formatMoment(receipt.refundedAt)}` : 'is being refunded to your card';
  return (
    <p className="rounded-xl bg-warning-soft px-4 py-3 text-warning wrap-anywhere">
      {formatPrice(receipt.amount)} {when}.{receipt.refundNote && ` Reason: “${receipt.refundNote}”`}
    </p>
  );
}

const formatMoment = (iso: string): string => new Date(iso).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });

function Line({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right font-medium break-all">{children}</dd>
    </div>
  );
}
