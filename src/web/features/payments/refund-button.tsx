import { type FormEvent, useState } from 'react';
import type { PaymentRecord } from '#contract/payments.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { formatPrice } from '../../ui/money.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useRefund } from './queries.ts';

const MAX_REASON = 500;

const RefundForm = ({ payment, onDone }: { payment: PaymentRecord; onDone: () => void }) => {
  const refund = useRefund();
  const [reason, setReason] = useState('');
  const [relist, setRelist] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setProblem('A reason is required.');
    setProblem(null);
    await refund.mutateAsync({ payment, reason, relist }).then(onDone, (error: unknown) => setProblem(sentenceOf(error)));
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label={`Refund ${payment.ProductName}`}>
      <p className="text-muted">
        {payment.buyerName} gets {formatPrice(payment.amount)} back in full. The sale is undone, and the buyer and the seller read your reason.
      </p>
      <TextAreaField
        label="Reason"
        value={reason}
        maxLength={MAX_REASON}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        {...(problem !== null && { error: problem })}
      />
      <Checkbox label="Put the phone back on sale" checked={relist} onChange={({ currentTarget }) => setRelist(currentTarget.checked)} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onDone} disabled={refund.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={refund.isPending}>
          Refund {formatPrice(payment.amount)}
        </Button>
      </div>
    </form>
  );
};

/** Gives a payment back, after a reason was given. */
export const RefundButton = ({ payment }: { payment: PaymentRecord }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="risky" size="small" aria-label={`Refund ${payment.ProductName}`} onClick={() => setOpen(true)}>
        Refund
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={`Refund ${payment.ProductName}?`}>
        {open && <RefundForm payment={payment} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
};
