import { MAX_SEARCH } from '#contract/shared/search-text.ts';
import { Form, useLocation, useSearchParams } from '../router/index.ts';
import { CONTROL, CompactSelect } from './field.tsx';
import { Icon } from './icon.tsx';
import { useFollowing } from './use-following.ts';

/** What a list shows, and in which order; both are part of the page's address. */
export type ListFilter = { search: string; sort: string };

/** Every row, in the list's own order. */
export const WHOLE_LIST: ListFilter = { search: '', sort: '' };

const SORTS = { '': 'Newest first', oldest: 'Oldest first' };

/** Returns the filter in the page's address. `prefix` is for a page's second list, such as `decisions-`. */
export function useListFilter(prefix = ''): ListFilter {
  const [query] = useSearchParams();
  return { search: query.get(`${prefix}search`) ?? '', sort: query.get(`${prefix}sort`) ?? '' };
}

/** A call's query for a filter; blank values are left out. */
export const filterQuery = ({ search, sort }: ListFilter) => ({ ...(search !== '' && { search }), ...(sort !== '' && { sort }) });

type ListBarProps = {
  filter: ListFilter;
  /** What is searched, such as `Name or email`. */
  label: string;
  /** The orders to choose from, by their value in the address; newest and oldest first by default. */
  sorts?: Record<string, string>;
  /** As in `useListFilter`. */
  prefix?: string;
};

/** Searches and sorts a list in one row; the server does both. */
export function ListBar({ filter: { search, sort }, label, sorts = SORTS, prefix = '' }: ListBarProps) {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const own = { search: `${prefix}search`, sort: `${prefix}sort` };
  return (
    <Form action={pathname} role="search" aria-label={label} className="flex gap-2">
      {/* The page's other lists stay filtered and sorted. */}
      {[...query].map(([name, value]) => name !== own.search && name !== own.sort && <input key={name} type="hidden" name={name} value={value} />)}
      <div className="relative min-w-0 flex-1 md:max-w-sm">
        <input
          ref={useFollowing<HTMLInputElement>('value', search)}
          type="search"
          name={own.search}
          aria-label={label}
          placeholder="Search"
          defaultValue={search}
          maxLength={MAX_SEARCH}
          className={`${CONTROL} pr-12`}
        />
        <button type="submit" aria-label="Search" className="absolute inset-y-0 right-0 grid w-12 place-items-center text-muted hover:text-ink">
          <Icon name="search" className="size-5" />
        </button>
      </div>
      <div className="w-44 max-w-full shrink-0">
        <CompactSelect
          name={own.sort}
          label="Sort"
          defaultValue={sort in sorts ? sort : ''}
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        >
          {Object.entries(sorts).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </CompactSelect>
      </div>
    </Form>
  );
}
