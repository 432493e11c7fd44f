import { Search, Store } from 'lucide-react';
import type { Suggestion } from '#contract/search.ts';
import { Link } from '../../router/index.ts';
import { phones } from '../../ui/phone-count.ts';
import { addressOf, fullName, markTyped } from './suggestions.ts';

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

type SuggestionListProps = {
  id: string;
  suggestions: Suggestion[];
  /** What they were suggested for. */
  typed: string;
  /** Which one the arrows chose; none of them: -1. */
  active: number;
  onTake: (suggestion: Suggestion) => void;
};

/** The id of one of a list's options, for the field that says which is active. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** What may be meant, below the field that keeps the focus. */
export const SuggestionList = ({ id, suggestions, typed, active, onTake }: SuggestionListProps) => (
  <div
    id={id}
    role="listbox"
    aria-label="Suggestions"
    // The field keeps the focus while one of these is pressed.
    onMouseDown={(event) => event.preventDefault()}
    className="absolute inset-x-0 top-full z-50 mt-1.5 max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface p-1.5 text-left shadow-overlay"
  >
    {suggestions.map((suggestion, index) => (
      <Option
        key={addressOf(suggestion)}
        id={optionId(id, index)}
        suggestion={suggestion}
        typed={typed}
        active={index === active}
        onChoose={() => onTake(suggestion)}
      />
    ))}
  </div>
);
