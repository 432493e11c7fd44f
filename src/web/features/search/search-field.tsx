import type { ComponentProps } from 'react';
import { MAX_SEARCH } from '#contract/shared/search-text.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { SuggestionOption } from './suggestion-option.tsx';
import { addressOf, fullName } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

type SearchFieldProps = Pick<ComponentProps<'input'>, 'placeholder' | 'className'> & {
  /** The search in the address; the field follows it. */
  search: string;
  label: string;
};

/** A search field with suggestions while typing. Its list hangs below the form, which must be positioned. */
export function SearchField({ search, label, placeholder, className }: SearchFieldProps) {
  const { typed, suggestions, ask } = useSuggestions();
  return (
    <>
      <Combobox
        // A new key when the address changes, so that the field follows Back and Forward.
        key={search}
        list="Suggestions"
        options={suggestions}
        keyOf={addressOf}
        option={(suggestion, option) => <SuggestionOption key={addressOf(suggestion)} suggestion={suggestion} typed={typed} {...option} />}
        onType={ask}
        onClose={() => ask('')}
        onTake={(suggestion, input) => {
          if (input) input.value = suggestion.kind === 'brand' ? '' : fullName(suggestion);
          ask('');
        }}
        type="search"
        name="search"
        defaultValue={search}
        required
        maxLength={MAX_SEARCH}
        aria-label={label}
        placeholder={placeholder}
        enterKeyHint="search"
        className={className}
      />
      <span aria-live="polite" className="sr-only">
        {suggestions.length > 0 && (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
      </span>
    </>
  );
}
