import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { PhoneModelHit } from '#contract/phone-models.ts';
import { modelHitsOptions } from '../../../queries/phone-models.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { CONTROL } from '../../../ui/field.tsx';
import { usePaused } from '../../../ui/use-paused.ts';
import { useApp } from '../../../use-app.tsx';

const LONGEST = 200;

type ModelFieldProps = {
  /** The name of the chosen model; blank when none is. */
  chosen: string;
  onChoose: (hit: PhoneModelHit) => void;
  onByHand: (typed: string) => void;
  busy: boolean;
  error: string | undefined;
};

/** Finds a model by its name, tolerating typos, or by its model number. Enter takes the first match. */
export function ModelField({ chosen, onChoose, onByHand, busy, error }: ModelFieldProps) {
  const id = useId();
  const { typed, value, write, isOpen, setOpen, hits, isCurrent, failed } = useModelSearch(chosen);
  const isAsking = isOpen && typed !== '';
  // Only the catalog's reply can tell that it lacks the phone.
  const isWrong = error !== undefined && !isAsking;
  const isShown = isAsking && (hits.length > 0 || isCurrent || failed);

  const take = (hit: PhoneModelHit | null): void => {
    setOpen(false);
    if (hit) {
      write(nameOf(hit));
      onChoose(hit);
    } else onByHand(typed);
  };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        Find your phone
      </label>
      <div className="relative">
        <Combobox
          id={id}
          list="Models"
          options={isShown ? [...hits, null] : []}
          keyOf={(hit) => hit?._id ?? ''}
          option={(hit, option) => (
            <div key={hit?._id ?? ''} {...option}>
              <bdi className="min-w-0 wrap-anywhere">{hit ? nameOf(hit) : 'Another phone: enter it yourself'}</bdi>
              <span className="ml-auto shrink-0 text-sm text-muted tabular-nums">{hit?.model_number ?? hit?.released?.slice(0, 4)}</span>
            </div>
          )}
          takesFirst
          busy={isAsking && !isCurrent && !failed}
          onType={(text) => {
            write(text);
            setOpen(true);
          }}
          onClose={() => setOpen(false)}
          onTake={take}
          data-first
          aria-describedby={`${id}-note`}
          aria-busy={busy || undefined}
          aria-invalid={isWrong || undefined}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder="For example: iPhone 12 or SM-G991B"
          value={value}
          className={CONTROL}
        />
      </div>
      <p id={`${id}-note`} aria-live="polite" className={classNames('min-h-5 text-sm', isWrong ? 'text-danger' : 'text-muted')}>
        {isWrong ? error : isAsking && !isCurrent && !failed ? 'Searching…' : noteFor(hits.length, typed, failed)}
      </p>
    </div>
  );
}

function useModelSearch(chosen: string) {
  const { api } = useApp();
  const [written, setWritten] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  // A newly chosen model, such as from a draft, replaces the search text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reruns when the model changes.
  useEffect(() => setWritten(null), [chosen]);
  const typed = (written ?? '').trim().slice(0, LONGEST);
  const asked = usePaused(typed);
  const { data, error, isFetching } = useQuery({ ...modelHitsOptions(api, asked), placeholderData: (previous) => previous });
  return {
    typed,
    value: written ?? chosen,
    write: setWritten,
    isOpen,
    setOpen,
    hits: typed === '' ? [] : (data ?? []),
    isCurrent: asked === typed && !isFetching,
    failed: error !== null,
  };
}

function nameOf({ brand, model_name }: PhoneModelHit): string {
  return `${brand} ${model_name}`;
}

function noteFor(count: number, typed: string, failed: boolean): string {
  if (typed === '') return 'Enter a name or model number. Typos are fine.';
  if (failed) return 'We couldn’t search the catalog. Try again, or enter the details yourself.';
  if (count === 0) return 'We don’t have this phone in our catalog. Enter the details yourself.';
  return count === 1 ? '1 model found.' : `${count} models found.`;
}
