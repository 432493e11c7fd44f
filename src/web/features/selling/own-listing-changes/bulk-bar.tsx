import { type FormEvent, useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { phones } from '../../../ui/phone-count.ts';
import { type OwnChange, useOwnListingChanges } from './use-own-listing-changes.ts';

type Asked = Pick<OwnChange, 'act' | 'percent'>;

/** What is asked before a change that can't be undone, or that buyers see. */
const QUESTIONS: Partial<Record<Asked['act'], { title: (phones: string, asked: Asked) => string; text: string }>> = {
  sold_elsewhere: {
    title: (phones) => `Sold ${phones} elsewhere?`,
    text: 'The listings end for good, and unpaid bookings are canceled. Their buyers will read that you sold the phone elsewhere.',
  },
  delete: {
    title: (phones) => `Delete ${phones}?`,
    text: 'The listings will be taken down and their unpaid bookings canceled. Buyers will see why.',
  },
  price: {
    title: (phones, { percent = 0 }) => `${percent < 0 ? 'Lower' : 'Raise'} the price of ${phones} by ${Math.abs(percent)}%?`,
    text: 'Buyers see the earlier price beside the new one. Whoever has booked one still pays the price they booked it for.',
  },
};

type BulkBarProps = { listings: readonly Listing[]; chosen: ReadonlySet<string>; onDone: () => void };

/** What to do with the chosen listings. */
export function BulkBar({ listings, chosen, onDone }: BulkBarProps) {
  const { change, undo, busy, refused, forget } = useOwnListingChanges();
  const [asked, setAsked] = useState<Asked | null>(null);
  const those = listings.filter(({ _id }) => chosen.has(_id));
  const count = those.length;
  const nothing = count === 0 || busy;
  const ask = (what: Asked): void => (nothing ? undefined : setAsked(what));
  const run = async (what: Asked): Promise<void> => {
    if (nothing) return;
    forget();
    const prices = what.act === 'price' ? those.map(({ resale_price }) => resale_price) : undefined;
    const isDone = await change({ ...what, ids: those.map(({ _id }) => _id), prices });
    setAsked(null);
    if (isDone) onDone();
  };
  return (
    <section aria-label="Change the chosen phones" className="grid gap-3 rounded-2xl border border-line bg-surface p-3">
      <p role="status">{count === 0 ? 'Choose phones below.' : `${phones(count)} chosen.`}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-disabled={nothing} onClick={() => void run({ act: 'pause' })}>
          Pause
        </Button>
        <Button variant="secondary" size="small" aria-disabled={nothing} onClick={() => void run({ act: 'resume' })}>
          Resume
        </Button>
        <Button variant="secondary" size="small" aria-disabled={nothing} onClick={() => ask({ act: 'sold_elsewhere' })}>
          Sold elsewhere
        </Button>
        <Button variant="risky" size="small" aria-disabled={nothing} onClick={() => ask({ act: 'delete' })}>
          Delete
        </Button>
      </div>
      <PriceChange isOff={nothing} onAsk={(percent) => ask({ act: 'price', percent })} />
      <div role="status" className={undo ? 'flex flex-wrap items-center gap-3' : 'hidden'}>
        {undo && (
          <>
            <p>Prices changed.</p>
            <Button variant="secondary" size="small" onClick={() => void undo()}>
              Undo
            </Button>
          </>
        )}
      </div>
      {refused.length > 0 && (
        <ul role="alert" className="grid gap-1 text-danger">
          {refused.map(({ _id, message }) => (
            <li key={_id}>
              <bdi>{listings.find((listing) => listing._id === _id)?.model_name}</bdi>: {message}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={(asked && QUESTIONS[asked.act]?.title(phones(count), asked)) ?? ''}
        confirm={asked?.act === 'sold_elsewhere' ? 'Yes, sold' : undefined}
        onConfirm={() => void (asked && run(asked))}
        busy={busy}
      >
        {asked && QUESTIONS[asked.act]?.text}
      </ConfirmDialog>
    </section>
  );
}

function PriceChange({ isOff, onAsk }: { isOff: boolean; onAsk: (percent: number) => void }) {
  const [typed, setTyped] = useState('');
  const percent = /^[+\-−]?\d{1,3}$/u.test(typed.trim()) ? Number(typed.trim().replace('−', '-')) : 0;
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (percent !== 0) onAsk(percent);
  };
  return (
    <form onSubmit={ask} className="flex flex-wrap items-center gap-2">
      <div className="w-40">
        <Field
          label="Change prices by %"
          hint="Such as -10"
          inputMode="text"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <Button type="submit" variant="secondary" size="small" aria-disabled={isOff || percent === 0}>
        Change prices
      </Button>
    </form>
  );
}
