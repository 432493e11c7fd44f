import { Search, Store } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { Link } from '../../router/index.ts';
import { phones } from '../../ui/phone-count.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { addressOf, fullName, markTyped } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

type OptionProps = { id: string; suggestion: Suggestion; typed: string; active: boolean; onChoose: () => void };

const Option = ({ id, suggestion, typed, active, onChoose }: OptionProps) => (
  <Link
    id={id}
    role="option"
    aria-selected={active}
    tabIndex={-1}
    to={addressOf(suggestion)}
    onClick={onChoose}
    className="flex min-h-11 items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
  >
    {suggestion.kind === 'brand' ? (
      <Store className="size-5 shrink-0 text-muted" aria-hidden="true" />
    ) : (
      <Search className="size-5 shrink-0 text-muted" aria-hidden="true" />
    )}
    <bdi className="min-w-0 wrap-anywhere">
      {markTyped(fullName(suggestion), typed).map(({ at, text, marked }) =>
        marked ? (
          <mark key={at} className="bg-transparent font-bold text-inherit">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </bdi>
    <span className="ml-auto shrink-0 text-sm text-muted tabular-nums">
      {suggestion.kind === 'brand' && 'All '}
      {phones(suggestion.listings)}
    </span>
  </Link>
);

type SearchFieldProps = Pick<ComponentProps<'input'>, 'placeholder' | 'className'> & {
  /** What the address searches for; the field follows it. */
  search: string;
  label: string;
};

/** A field to search with that suggests, while one types, what that may become. Its list hangs below the form, which must be positioned; without JavaScript it is a plain field. */
export const SearchField = ({ search, label, placeholder, className }: SearchFieldProps) => {
  const id = useId();
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const { typed, suggestions, ask } = useSuggestions();
  /** The address of the suggestion that the arrows chose: its place may change under it. */
  const [chosen, setChosen] = useState<string | null>(null);
  const active = suggestions.findIndex((one) => addressOf(one) === chosen);
  const open = suggestions.length > 0;
  const idOf = (index: number): string => `${id}-${index}`;

  const change = (text: string): void => {
    setChosen(null);
    ask(text);
  };
  const close = (): void => change('');
  const take = ({ kind, text }: Suggestion): void => {
    if (input.current) input.current.value = kind === 'brand' ? '' : text;
    close();
  };
  /** Round and round, by way of the field itself. */
  const move = (step: 1 | -1): void => {
    const places = suggestions.length + 1;
    const next = ((active + 1 + step + places) % places) - 1;
    const suggestion = suggestions[next];
    setChosen(suggestion ? addressOf(suggestion) : null);
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  };
  const answerKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      if (active >= 0) {
        event.preventDefault();
        document.getElementById(idOf(active))?.click();
      } else close();
    } else if (open && event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'ArrowDown') ask(event.currentTarget.value);
  };
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': active >= 0 ? idOf(active) : undefined,
    autoComplete: 'off',
  } as const;

  return (
    <>
      {/* A new key when the address changes, so that the field follows Back and Forward. */}
      <input
        key={search}
        ref={input}
        type="search"
        name="search"
        defaultValue={search}
        required
        maxLength={200}
        aria-label={label}
        placeholder={placeholder}
        enterKeyHint="search"
        onInput={(event) => change(event.currentTarget.value)}
        onKeyDown={answerKey}
        onBlur={close}
        className={className}
        {...(hydrated && combobox)}
      />
      {open && (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          // The field keeps the focus while one of these is pressed.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-50 mt-1 max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface p-1.5 text-left shadow-overlay"
        >
          {suggestions.map((suggestion, index) => (
            <Option
              key={addressOf(suggestion)}
              id={idOf(index)}
              suggestion={suggestion}
              typed={typed}
              active={index === active}
              onChoose={() => take(suggestion)}
            />
          ))}
        </div>
      )}
      <span aria-live="polite" className="sr-only">
        {open && (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
      </span>
    </>
  );
};
