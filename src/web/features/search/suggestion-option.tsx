import type { Suggestion } from '#contract/search.ts';
import { Link } from '../../router/index.ts';
import type { OptionProps } from '../../ui/combobox-list.tsx';
import { Icon } from '../../ui/icon.tsx';
import { phones } from '../../ui/phone-count.ts';
import { addressOf, fullName, markTyped } from './suggestions.ts';

/** `typed`: the input that the suggestion is for, highlighted in its name. */
export function SuggestionOption({ suggestion, typed, ...option }: OptionProps & { suggestion: Suggestion; typed: string }) {
  return (
    <Link {...option} to={addressOf(suggestion)}>
      {suggestion.kind === 'brand' ? (
        <Icon name="store" className="size-5 shrink-0 text-muted" />
      ) : (
        <Icon name="search" className="size-5 shrink-0 text-muted" />
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
}
