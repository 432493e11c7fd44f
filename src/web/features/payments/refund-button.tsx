import { useState } from 'react';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import { useDraftEntry } from '../../form-draft.ts';
import { formatExact } from '../../ui/money.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useRefund } from './queries.ts';

const AFTERWARDS: { value: 'relist' | 'remove'; label: string; hint: string }[] = [
  { value: 'relist', label: 'Put it back on sale', hint: 'The seller still has the phone. Others can buy it right away.' },
  { value: 'remove', label: 'Keep it off sale', hint: 'The listing is removed, and the seller is told.' },
];

/** Refunds a payment. The admin gives a reason and says what becomes of the listing: neither answer is harmless enough to be the default. */
export function RefundButton({ payment }: { payment: PaymentRecord }) {
  const refund = useRefund();
  const draft = `refund:${payment._id}`;
  const [chosen, setChosen] = useDraftEntry<'relist' | 'remove' | null>(draft, 'chosen', null);
  const [isMissing, setMissing] = useState(false);
  return (
    <ReasonButton
      variant="risky"
      draft={draft}
      button="Refund"
      name={`Refund ${payment.ProductName}`}
      title={`Refund ${payment.ProductName}?`}
      consequence={`${payment.buyerName} will get ${formatExact(payment.left)} back${payment.left < payment.amount ? ', which is all that’s left' : ' in full'}. The sale will be canceled, and the buyer and seller will see your reason.`}
      send={`Refund ${formatExact(payment.left)} to ${payment.buyerName}`}
      isComplete={() => {
        setMissing(chosen === null);
        return chosen !== null;
      }}
      onSubmit={(reason) => refund.mutateAsync({ payment, reason, relist: chosen === 'relist' })}
    >
      <RadioChoice
        label="What happens to the phone?"
        options={AFTERWARDS}
        chosen={chosen}
        onChoose={(value) => {
          setChosen(value);
          setMissing(false);
        }}
        error={isMissing && chosen === null ? 'Choose what happens to the phone.' : undefined}
      />
    </ReasonButton>
  );
}
