import { useState } from 'react';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatExact } from '../../ui/money.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useNoteRefund } from './queries.ts';

/** Notes that the buyer was refunded by hand, after asking once. */
export function RefundedButton({ payment, amount }: { payment: PaymentRecord; amount: number }) {
  const note = useNoteRefund();
  const [open, setOpen] = useState(false);
  const send = useSingleFlight(async () => {
    await note.mutateAsync(payment).catch(() => null);
    setOpen(false);
  });
  return (
    <>
      <Button variant="secondary" size="small" aria-label={`Mark as refunded: ${payment.ProductName}`} onClick={() => setOpen(true)}>
        Mark as refunded
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Mark ${formatExact(amount)} as refunded?`}
        confirm={`I refunded ${formatExact(amount)}`}
        onConfirm={() => void send()}
        busy={note.isPending}
      >
        The card can’t be refunded. Confirm only after you’ve returned {formatExact(amount)} to {payment.buyerName} in another way. This can’t be undone.
      </ConfirmDialog>
    </>
  );
}
