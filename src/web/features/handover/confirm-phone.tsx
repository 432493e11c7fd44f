import { useState } from 'react';
import type { HandoverDirection } from '#contract/handover.ts';
import { fromBase64Url, macOfConfirmation } from '#contract/handover-code.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import type { Proving } from './use-proof.ts';

type Props = { order: PaidOrder; direction: HandoverDirection; secret: string; ahead: number; proving: Proving };

const RELIST = [
  { value: 'yes', label: 'Put it back on sale', hint: 'Your listing is shown again as it was.' },
  { value: 'no', label: 'Don’t sell it for now', hint: 'Your listing stays off the shop.' },
] as const;

/** The checklist of the side that gets the phone, and the one button that confirms all of it. */
export function ConfirmPhone({ order, direction, secret, ahead, proving }: Props) {
  const [relist, setRelist] = useState<'yes' | 'no' | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isReturn = direction === 'return';
  const confirm = async () => {
    if (isReturn && relist === null) return setMissing(true);
    const madeAt = Date.now() + ahead;
    const mac = await macOfConfirmation(fromBase64Url(secret), { orderId: order._id, direction, madeAt });
    await proving.prove({ kind: 'confirmation', body: { direction, madeAt, mac, offline: false, ...(isReturn && { relist: relist === 'yes' }) } });
  };
  return (
    <div className="grid gap-4">
      <ul className="grid gap-1.5">
        {(isReturn ? returnedLines(order) : checkedLines(order)).map((line) => (
          <li key={line} className="flex gap-2">
            <Icon name="check" className="mt-0.5 size-5 shrink-0 text-good" />
            {line}
          </li>
        ))}
      </ul>
      {isReturn && (
        <RadioChoice
          label="What happens to your listing?"
          options={[...RELIST]}
          chosen={relist}
          onChoose={setRelist}
          error={isMissing && relist === null ? 'Choose one.' : undefined}
        />
      )}
      <Button onClick={() => void confirm()} busy={proving.isBusy}>
        I have the phone and all of this is right
      </Button>
      <a href="#something-wrong" className="inline-flex min-h-11 items-center justify-self-center font-medium text-accent underline underline-offset-4">
        Something’s wrong
      </a>
    </div>
  );
}

const imeiLine = ({ imeiLast4 }: PaidOrder): string =>
  imeiLast4 === null ? 'Its IMEI is the one the seller showed you (dial *#06#)' : `Its IMEI ends in ${imeiLast4} (dial *#06#)`;

function checkedLines(order: PaidOrder): string[] {
  return [
    'It powers on and works',
    'It’s unlocked for any SIM card',
    'The seller’s account is removed from it',
    imeiLine(order),
    'Its condition is as described',
  ];
}

function returnedLines(order: PaidOrder): string[] {
  const imei = order.imeiLast4 === null ? [] : [imeiLine(order)];
  return ['It’s the phone you handed over', ...imei, 'The buyer’s account is removed from it', 'Its condition is the same as when you handed it over'];
}
