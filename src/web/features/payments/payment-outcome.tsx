import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const Transaction = ({ id }: { id: string }) => (
  <p className="text-muted">
    Transaction ID: <span className="font-medium break-all text-ink select-all">{id}</span>
  </p>
);

export const ReceiptLink = ({ orderId }: { orderId: string }) => (
  <ButtonLink to={`/dashboard/receipt/${encodeURIComponent(orderId)}`} variant="secondary" size="small">
    Receipt
  </ButtonLink>
);

/** The phone is theirs. */
export const PaidAlert = ({ title, transactionId, children }: { title: string; transactionId: string | null; children: ReactNode }) => (
  <div role="status" className="grid justify-items-start gap-3 rounded-2xl bg-good-soft p-6">
    <CircleCheck className="size-10 text-good" aria-hidden="true" />
    <h2 className="text-xl">{title}</h2>
    {children}
    {transactionId && <Transaction id={transactionId} />}
  </div>
);

export const ReportingAlert = ({ transactionId }: { transactionId: string }) => (
  <div role="status" className="grid gap-3 rounded-2xl border border-line bg-surface p-6">
    <Spinner label="Payment approved. Confirming your order…" />
    <p>Your money is safe. If the connection drops, this page keeps trying, and the card provider notifies us too.</p>
    <Transaction id={transactionId} />
  </div>
);

export const UnreportedAlert = ({ transactionId, onRetry }: { transactionId: string; onRetry: () => void }) => (
  <div role="alert" className="grid justify-items-start gap-3 rounded-2xl bg-warning-soft p-6">
    <h2 className="text-xl">Paid, but not confirmed yet</h2>
    <p>Your payment went through and your money is safe. We couldn’t confirm your order yet, but the card provider will notify us. Don’t pay again.</p>
    <Transaction id={transactionId} />
    <Button variant="secondary" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
