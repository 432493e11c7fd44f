import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { PhoneModelHit } from '#contract/phone-models.ts';
import { modelHitsOptions } from '../../../queries/phone-models.ts';
import { CONTROL } from '../../../ui/field.tsx';
import { useApp } from '../../../use-app.tsx';

const PAUSE_MS = 120;
const LONGEST = 200;

type ModelFieldProps = {
  /** The name of the model that is chosen; blank when none is. */ chosen: string;
  onChoose: (hit: PhoneModelHit) => void;
  onByHand: (typed: string) => void;
  busy: boolean;
};

const nameOf = ({ brand, model_name }: PhoneModelHit): string => `${brand} ${model_name}`;

/** What was typed, once typing pauses. */
const usePaused = (typed: string): string => {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const pause = setTimeout(() => setPaused(typed), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed]);
  return paused;
};

const wordsFor = (count: number, typed: string, failed: boolean): string => {
  if (typed === '') return 'Enter a name or model number. Typos are fine.';
  if (failed) return 'We couldn’t search the catalog. Try again, or enter the details yourself.';
  if (count === 0) return 'We don’t have this phone in our catalog. Enter the details yourself.';
  return count === 1 ? '1 model found.' : `${count} models found.`;
};

type OptionProps = { id: string; isActive: boolean; onTake: () => void; name: string; note: string };

const Option = ({ id, isActive, onTake, name, note }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and takes the keys.
  // biome-ignore lint/a11y/useFocusableInteractive: as in the combobox pattern, the field keeps the focus.
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    onClick={onTake}
    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
  >
    <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
    <span className="ml-auto shrink-0 text-sm text-muted tabular-nums">{note}</span>
  </div>
);

/** Where a model is chosen by typing: its name, with slips, or a model number. The first that fits is taken by Enter. */
export const ModelField = ({ chosen, onChoose, onByHand, busy }: ModelFieldProps) => {
  const { api } = useApp();
  const id = useId();
  const [written, setWritten] = useState<string | null>(null);
  const typed = written ?? '';
  // Another model, as one that a draft brings, stands in the place of what was typed to find one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the model is what is waited for.
  useEffect(() => setWritten(null), [chosen]);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const asked = usePaused(typed.trim().slice(0, LONGEST));
  const { data, error, isFetching } = useQuery({ ...modelHitsOptions(api, asked), placeholderData: (previous) => previous });
  const hits = typed.trim() === '' ? [] : (data ?? []);
  const isCurrent = asked === typed.trim() && !isFetching;
  // Until the catalogue has answered nobody knows that it lacks the phone.
  const isShown = open && typed.trim() !== '' && (hits.length > 0 || isCurrent || error !== null);
  const count = hits.length + 1;

  const take = (at: number): void => {
    setOpen(false);
    const hit = hits[at];
    if (hit) {
      setWritten(nameOf(hit));
      onChoose(hit);
    } else onByHand(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'Escape' && isShown) {
      event.preventDefault();
      setOpen(false);
      return;
    }
    if (key === 'Enter' && open && typed.trim() !== '') {
      event.preventDefault();
      // What stands there may be for less than what was typed.
      if (isShown && (isCurrent || error)) take(active);
      return;
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
    if (isShown) setActive((active + (key === 'ArrowDown' ? 1 : count - 1)) % count);
  };

  const listId = `${id}-list`;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        Find your phone
      </label>
      <div className="relative">
        <input
          id={id}
          data-first
          role="combobox"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isShown ? `${listId}-${active}` : undefined}
          aria-describedby={`${id}-note`}
          aria-busy={busy || undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder="For example: iPhone 12 or SM-G991B"
          value={written ?? chosen}
          onChange={({ target }) => {
            setWritten(target.value);
            setActive(0);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
          className={CONTROL}
        />
        {isShown && (
          <div
            id={listId}
            role="listbox"
            aria-label="Models"
            // The field keeps the focus while one of these is pressed.
            onMouseDown={(event) => event.preventDefault()}
            className="absolute inset-x-0 top-full z-40 mt-1.5 max-h-[min(26rem,50dvh)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface p-1.5 shadow-overlay"
          >
            {hits.map((hit, at) => (
              <Option
                key={hit._id}
                id={`${listId}-${at}`}
                isActive={at === active}
                onTake={() => take(at)}
                name={nameOf(hit)}
                note={hit.model_number ?? hit.released?.slice(0, 4) ?? ''}
              />
            ))}
            <Option
              id={`${listId}-${hits.length}`}
              isActive={active === hits.length}
              onTake={() => take(hits.length)}
              name="Another phone: enter it yourself"
              note=""
            />
          </div>
        )}
      </div>
      <p id={`${id}-note`} aria-live="polite" className="min-h-5 text-sm text-muted">
        {open && typed.trim() !== '' && !isCurrent && !error ? 'Searching…' : wordsFor(hits.length, typed.trim(), error !== null)}
      </p>
    </div>
  );
};
