import type { ListingSort } from '#contract/listings.ts';
import { useLocation } from '../../../router/index.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CompactSelect } from '../../../ui/field.tsx';
import { useSorting } from './list-address.ts';
import type { OfferedSort } from './sort.ts';

/** A list's sort order, stored in the address beside its other parameters. Without JavaScript a button applies it. */
export function SortBar({ sort, offered }: { sort: ListingSort; offered: OfferedSort[] }) {
  const { pathname, search } = useLocation();
  const sortBy = useSorting();
  return (
    <form action={pathname} className="flex items-center gap-2">
      {[...new URLSearchParams(search)].map(([name, value], index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur twice with one value, and the inputs have no state.
        name === 'sort' || name === 'cursor' ? null : <input key={index} type="hidden" name={name} value={value} />,
      )}
      <CompactSelect
        label="Sort by"
        name="sort"
        defaultValue={sort}
        onChange={(event) => sortBy(event.currentTarget.value)}
        className="min-w-0 flex-1 sm:min-w-44"
      >
        {offered.map(({ value, text }) => (
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
    </form>
  );
}
