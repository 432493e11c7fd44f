import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export function ReceiptLink({ orderId }: { orderId: string }) {
  return (
    <ButtonLink to={`/dashboard/receipt/${encodeURIComponent(orderId)}`} variant="secondary" size="small">
      Receipt
    </ButtonLink>
  );
}

/** Confirms the purchase. */
export function PaidAlert({ title, transactionId, children }: { title: string; transactionId: string | null; children: ReactNode }) {
  return (
    <div role="status" className="grid justify-items-start gap-3 rounded-2xl bg-good-soft p-6">
      <CircleCheck className="size-10 text-good" aria-hidden="true" />
      <h2 className="text-xl">{title}</h2>
      {children}
      {transactionId && <Transaction id={transactionId} />}
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
