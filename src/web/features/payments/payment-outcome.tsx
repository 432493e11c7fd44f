import type { ReactNode } from 'react';
import type { Booking } from '#contract/orders.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';

function ReceiptLink({ orderId }: { orderId: string }) {
  return (
    <ButtonLink to={`/dashboard/receipt/${encodeURIComponent(orderId)}`} variant="secondary" size="small">
      Receipt
    </ButtonLink>
  );
}

type PaidAlertProps = { title: string; order: Booking; transactionId: string | null /** What to do next. */; children: ReactNode };

/** Confirms the purchase, and says what to do next. */
export function PaidAlert({ title, order, transactionId, children }: PaidAlertProps) {
  return (
    <div className="grid gap-3 rounded-2xl bg-good-soft p-4 sm:p-6">
      <div role="status" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <Icon name="circle-check" className="size-7 text-good" />
        <h2 className="text-xl">{title}</h2>
        {!order.seller?.gone && <p className="col-start-2">{order.ProductName} is yours. There’s nothing left to pay.</p>}
      </div>
      {children}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        {transactionId && <Transaction id={transactionId} />}
        <span className="flex flex-wrap gap-3">
          <ButtonLink to={`/dashboard/orders/${encodeURIComponent(order._id)}`} size="small">
            {!order.seller?.gone && (order.fulfillment === null || order.fulfillment.state === 'to_arrange') ? 'Arrange the meeting' : 'View the order'}
          </ButtonLink>
          <ReceiptLink orderId={order._id} />
        </span>
      </div>
    </div>
  );
}

function Transaction({ id }: { id: string }) {
  return (
    <p className="text-muted">
      Transaction ID: <span className="font-medium break-all text-ink select-all">{id}</span>
    </p>
  );
}

export function ReportingAlert({ transactionId }: { transactionId: string }) {
  return (
    <div role="status" className="grid gap-3 rounded-2xl border border-line bg-surface p-6">
      <Spinner label="Payment approved. Confirming your order…" />
      <p>Your money is safe. If the connection drops, this page keeps trying, and the card provider notifies us too.</p>
      <Transaction id={transactionId} />
    </div>
  );
}

export function UnreportedAlert({ transactionId, onRetry }: { transactionId: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-2xl bg-warning-soft p-6">
      <h2 className="text-xl">Paid, but not confirmed yet</h2>
      <p>Your payment went through and your money is safe. We couldn’t confirm your order yet, but the card provider will notify us. Don’t pay again.</p>
      <Transaction id={transactionId} />
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
