import { useState } from 'react';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { formatPrice } from '../../ui/money.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useRefund } from './queries.ts';

/** Refunds a payment; asks for a reason first. */
export function RefundButton({ payment }: { payment: PaymentRecord }) {
  const refund = useRefund();
  const [relist, setRelist] = useState(false);
  return (
    <ReasonButton
      variant="risky"
      button="Refund"
      name={`Refund ${payment.ProductName}`}
      title={`Refund ${payment.ProductName}?`}
      consequence={`${payment.buyerName} will get ${formatPrice(payment.amount)} back in full. The sale will be canceled, and the buyer and seller will see your reason.`}
      send={`Refund ${formatPrice(payment.amount)}`}
      onSubmit={(reason) => refund.mutateAsync({ payment, reason, relist })}
    >
      <Checkbox label="Put the phone back on sale" checked={relist} onChange={({ currentTarget }) => setRelist(currentTarget.checked)} />
    </ReasonButton>
  );
}
