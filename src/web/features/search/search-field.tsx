import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { optionId, SuggestionList } from './suggestion-list.tsx';
import { addressOf, fullName } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

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

  const change = (text: string): void => {
    setChosen(null);
    ask(text);
  };
  const close = (): void => change('');
  const take = (suggestion: Suggestion): void => {
    if (input.current) input.current.value = suggestion.kind === 'brand' ? '' : fullName(suggestion);
    close();
  };
  /** Round and round, by way of the field itself. */
  const move = (step: 1 | -1): void => {
    const places = suggestions.length + 1;
    const next = ((active + 1 + step + places) % places) - 1;
    const suggestion = suggestions[next];
    setChosen(suggestion ? addressOf(suggestion) : null);
    document.getElementById(optionId(id, next))?.scrollIntoView({ block: 'nearest' });
  };
  const answerKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      if (active >= 0) {
        event.preventDefault();
        document.getElementById(optionId(id, active))?.click();
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
    'aria-activedescendant': active >= 0 ? optionId(id, active) : undefined,
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
      {open && <SuggestionList id={id} suggestions={suggestions} typed={typed} active={active} onTake={take} />}
      <span aria-live="polite" className="sr-only">
        {open && (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
      </span>
    </>
  );
};
