import { type ComponentProps, useState } from 'react';
import { MAX_SEARCH } from '#contract/shared/search-text.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { useLate } from '../../ui/use-late.ts';

type SearchFieldProps = Pick<ComponentProps<'input'>, 'placeholder' | 'className'> & {
  /** The search in the address; the field follows it. */
  search: string;
  label: string;
};

/** A search field with suggestions while typing, whose code loads when it gets the focus. Their list hangs below the form, which must be positioned. */
export function SearchField({ search, label, placeholder, className }: SearchFieldProps) {
  const [isUsed, setUsed] = useState(false);
  // Without them it stays a field for words.
  const { part: Suggestions } = useLate(async () => (await import('./search-suggestions.tsx')).SearchSuggestions, isUsed);
  return (
    <ComboboxField
      // A new key when the address changes, so that the field follows Back and Forward.
      key={search}
      type="search"
      name="search"
      defaultValue={search}
      required
      maxLength={MAX_SEARCH}
      aria-label={label}
      placeholder={placeholder}
      enterKeyHint="search"
      className={className}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
    >
      {(list) => Suggestions && <Suggestions {...list} />}
    </ComboboxField>
  );
}
