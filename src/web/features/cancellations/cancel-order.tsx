import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import { isNotHandedOver } from '#contract/shared/handover-states.ts';
import { useDraftEntry } from '../../form-draft.ts';
import { showOvertaken, useOrderRefresh } from '../../queries/orders.ts';
import { formatExact } from '../../ui/money.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

type Afterwards = 'relist' | 'keep';

const AFTERWARDS: { value: Afterwards; label: string; hint: string }[] = [
  { value: 'relist', label: 'Put it back on sale', hint: 'Others can buy it right away.' },
  { value: 'keep', label: 'Keep it off sale', hint: 'You can put it back on sale later, on this page.' },
];

/** What people usually say. */
const REASONS = {
  buyer: ['I changed my mind.', 'We can’t agree on a time or a place.', 'The seller doesn’t answer.'],
  seller: ['I no longer want to sell it.', 'We can’t agree on a time or a place.', 'The buyer doesn’t answer.', 'The phone is damaged or lost.'],
};

/** Lets both sides cancel before the handover: once asked, with a reason, the amount and the person. */
export function CancelOrder({ order }: { order: PaidOrder }) {
  const { side, charged, buyer, seller } = order;
  const cancel = useCancel(order);
  const draft = `cancellation:${order._id}`;
  const [chosen, setChosen] = useDraftEntry<Afterwards | null>(draft, 'chosen', null);
  const [isMissing, setMissing] = useState(false);
  if (!isNotHandedOver(order.fulfillment.state)) return null;
  const amount = formatExact(charged);
  const isBuyer = side === 'buyer';
  const label = isBuyer ? 'Cancel the purchase' : 'Cancel the sale';
  return (
    <div className="flex">
      <ReasonButton
        variant="risky"
        draft={draft}
        button={label}
        name={label}
        title={`${label}?`}
        consequence={
          isBuyer
            ? `You get ${amount} back in full${seller.gone ? '' : `, and ${seller.name} reads your reason`}.`
            : `${buyer.gone ? 'The buyer gets' : `${buyer.name} reads your reason, and gets`} ${amount} back in full.`
        }
        dismiss={isBuyer ? 'Keep the purchase' : 'Keep the sale'}
        suggestions={REASONS[side]}
        send={isBuyer ? `Cancel and get ${amount} back` : `Cancel and refund ${amount} to ${buyer.gone ? 'the buyer' : buyer.name}`}
        isComplete={() => {
          setMissing(chosen === null);
          return isBuyer || chosen !== null;
        }}
        onSubmit={(reason) => cancel.mutateAsync({ reason, ...(!isBuyer && { relist: chosen === 'relist' }) })}
      >
        {!isBuyer && (
          <RadioChoice
            label="What happens to the phone?"
            options={AFTERWARDS}
            chosen={chosen}
            onChoose={setChosen}
            error={isMissing && chosen === null ? 'Choose what happens to the phone.' : undefined}
          />
        )}
      </ReasonButton>
    </div>
  );
}

function useCancel({ _id: orderId, side }: PaidOrder) {
  const { api } = useApp();
  const refresh = useOrderRefresh(orderId);
  return useMutation({
    mutationFn: (body: { reason: string; relist?: boolean }) => api.call('POST /orders/:orderId/cancellation', { params: { orderId }, body }),
    onSuccess: () => showSuccess(side === 'buyer' ? 'Your purchase is canceled.' : 'The sale is canceled.'),
    onError: showOvertaken,
    onSettled: refresh,
  });
}
