import type { FieldOfList } from '../../ui/combobox-field.tsx';
import { ComboboxList } from '../../ui/combobox-list.tsx';
import { SuggestionOption } from './suggestion-option.tsx';
import { addressOf, fullName } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The suggestions below a search field, and their number for screen readers. */
export function SearchSuggestions(field: FieldOfList) {
  const { typed, suggestions, ask } = useSuggestions();
  return (
    <>
      <ComboboxList
        {...field}
        list="Suggestions"
        options={suggestions}
        keyOf={addressOf}
        option={(suggestion, option) => <SuggestionOption key={addressOf(suggestion)} suggestion={suggestion} typed={typed} {...option} />}
        onType={ask}
        onClose={() => ask('')}
        onTake={(suggestion, input) => {
          input.value = suggestion.kind === 'brand' ? '' : fullName(suggestion);
          ask('');
        }}
      />
      <span aria-live="polite" className="sr-only">
        {suggestions.length > 0 && (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
      </span>
    </>
  );
}
