import type { ListingSort } from '#contract/listings.ts';
import { Form, useLocation } from '../../router/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CompactSelect } from '../../ui/field.tsx';
import { SORTS } from './sort.ts';

/** The order of a list, kept in the address. Without JavaScript a button applies it. */
export const SortBar = ({ sort, search }: { sort: ListingSort; search?: string }) => {
  const { pathname } = useLocation();
  return (
    <Form action={pathname} className="flex items-center gap-2">
      {search !== undefined && <input type="hidden" name="search" value={search} />}
      <CompactSelect
        label="Sort by"
        name="sort"
        key={sort}
        defaultValue={sort}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className="min-w-48"
      >
        {SORTS.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </CompactSelect>
      <noscript>
        <button type="submit" className={buttonClass({ variant: 'secondary' })}>
          Sort
        </button>
      </noscript>
    </Form>
  );
};
