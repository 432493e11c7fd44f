import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Receipt } from '#contract/payments/payments.ts';
import { ApiError } from '../../api.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { nameCard } from '../../ui/card-name.ts';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatPrice } from '../../ui/money.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { receiptOptions } from './queries.ts';

/** A buyer's receipt, to save or print. `below`: what other features print on it. */
export function ReceiptView({ orderId, below }: { orderId: string; below: ReactNode }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(receiptOptions(api, orderId));
  if (data) {
    return (
      <>
        <Paper receipt={data} below={below} />
        <Button variant="secondary" className="justify-self-start print:hidden" onClick={() => window.print()}>
          <Icon name="printer" className="size-5" />
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

/** A document of its own: on paper it stands without the page around it. */
function Paper({ receipt, below }: { receipt: Receipt; below: ReactNode }) {
  const { config } = useApp();
  return (
    <article aria-label="Receipt" className="grid gap-6 rounded-2xl border border-line bg-surface p-5 sm:p-8 print:rounded-none print:border-0 print:p-0">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b border-line-strong pb-5">
        <div>
          <p className="font-display text-xl font-semibold wrap-anywhere">{config.shopName}</p>
          <p className="text-sm text-muted">
            <EmailLink address={config.contact.email} /> · <PhoneLink number={config.contact.phone} />
          </p>
        </div>
        <div className="text-sm sm:text-right">
          <p className="hidden font-display text-xl font-semibold print:block">Receipt</p>
          <p>{formatMoment(receipt.paidAt)}</p>
          <p className="break-all text-muted">Order {receipt.orderId}</p>
        </div>
      </header>
      <MoneyBack receipt={receipt} />
      <div className="grid gap-5 sm:grid-cols-2 print:grid-cols-2">
        <Party title="Buyer" lines={[receipt.buyerName, receipt.email, receipt.phone]} />
        <Party title="Seller" lines={[receipt.sellerName]} />
      </div>
      <dl>
        <Line name="Phone">{receipt.ProductName}</Line>
        {receipt.storage !== '' && <Line name="Storage">{receipt.storage}</Line>}
        {receipt.color !== '' && <Line name="Color">{receipt.color}</Line>}
        {receipt.imeiLast4 && <Line name="IMEI">{`ends in ${receipt.imeiLast4}`}</Line>}
        {receipt.meeting_location !== '' && <Line name="Suggested meeting place">{receipt.meeting_location}</Line>}
        <Line name="Transaction">{receipt.transactionId}</Line>
        {receipt.discount > 0 && (
          <>
            <Line name="Price">{formatPrice(receipt.listPrice)}</Line>
            <Line name="First-purchase discount">{`−${formatPrice(receipt.discount)}`}</Line>
          </>
        )}
      </dl>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 border-t-2 border-ink pt-4">
        <span>Paid by {receipt.card ? nameCard(receipt.card) : 'card'}</span>
        <span className="font-display text-2xl font-semibold">{formatPrice(receipt.amount)}</span>
      </p>
      {below}
    </article>
  );
}

function Party({ title, lines }: { title: string; lines: string[] }) {
  return (
    <section aria-label={title} className="grid content-start gap-0.5">
      <h2 className="text-base text-muted">{title}</h2>
      {lines
        .filter((line) => line !== '')
        .map((line, index) => (
          <p key={line} className={index === 0 ? 'font-medium wrap-anywhere' : 'text-sm wrap-anywhere'} dir="auto">
            {line}
          </p>
        ))}
    </section>
  );
}

function MoneyBack({ receipt }: { receipt: Receipt }) {
  const isPartial = receipt.state === 'kept';
  if (isPartial && receipt.refunded === 0) return null;
  const when = receipt.refundedAt ? `was refunded to your card on ${formatMoment(receipt.refundedAt)}` : 'is being refunded to your card';
  return (
    <p className="rounded-xl bg-warning-soft px-4 py-3 text-warning wrap-anywhere">
      {isPartial ? `${formatPrice(receipt.refunded)} of ${formatPrice(receipt.amount)} was refunded to your card.` : `${formatPrice(receipt.amount)} ${when}.`}
      {receipt.refundNote && ` Reason: “${receipt.refundNote}”`}
    </p>
  );
}

const formatMoment = (iso: string): string => new Date(iso).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });

function Line({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere sm:text-right">{children}</dd>
    </div>
  );
}
