import type { PaymentRecord } from '#contract/payments/payments.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatExact } from '../../ui/money.ts';
import { useNoteRefund } from './queries.ts';

/** Notes that the buyer was refunded by hand, after asking once. */
export function RefundedButton({ payment, amount }: { payment: PaymentRecord; amount: number }) {
  const note = useNoteRefund();
  return (
    <ConfirmButton
      button="Mark as refunded"
      size="small"
      name={`Mark as refunded: ${payment.ProductName}`}
      title={`Mark ${formatExact(amount)} as refunded?`}
      confirm={`I refunded ${formatExact(amount)}`}
      onConfirm={() => note.mutateAsync(payment).catch(() => null)}
    >
      The card can’t be refunded. Confirm only after you’ve returned {formatExact(amount)} to {payment.buyerName} in another way. This can’t be undone.
    </ConfirmButton>
  );
}
