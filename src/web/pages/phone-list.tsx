import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListingSort } from '#contract/listings.ts';
import type { Facets } from '#contract/search.ts';
import type { Page } from '../api.ts';
import { SaveSearchButton } from '../features/alerts/save-search-button.tsx';
import { CompareButton } from '../features/compare/compare-button.tsx';
import { FilterBar } from '../features/listings/browsing/filter-bar.tsx';
import { fieldErrors } from '../features/listings/browsing/filter-errors.ts';
import type { ListedFilter } from '../features/listings/browsing/filter-names.ts';
import { type Filter, toFilterQuery } from '../features/listings/browsing/filters.ts';
import { ListingList } from '../features/listings/browsing/listing-list.tsx';
import { ResultCount } from '../features/listings/browsing/result-count.tsx';
import type { OfferedSort } from '../features/listings/browsing/sort.ts';
import { SortBar } from '../features/listings/browsing/sort-bar.tsx';
import { ReportButton } from '../features/reports/report-button.tsx';
import { SaveButton } from '../features/saved/save-button.tsx';
import { SearchForm } from '../features/search/search-form.tsx';
import type { Listed } from '../listed.ts';
import { Link } from '../router/index.ts';

type PhoneListProps = {
  listings: UseInfiniteQueryResult<InfiniteData<Page<Listed[]>>>;
  facets: { data: Facets | undefined; error: Error | null; isFetching: boolean };
  filters: Filter[];
  /** What can be filtered by. */
  groups: readonly ListedFilter[];
  sort: ListingSort;
  offered: OfferedSort[];
  cursor: string | null;
  /** What it lists besides the filters: a brand's phones, or those that match a search. */
  searched?: { name: string } | { search: string };
  /** Shown between the count and the phones. */
  notes?: ReactNode;
  /** Shown when there are no phones at all. */
  empty: ReactNode;
};

/** Phones with their filters, sort order and count. */
export function PhoneList({ listings, facets, filters, groups, sort, offered, cursor, searched, notes, empty }: PhoneListProps) {
  return (
    <>
      <FilterBar filters={filters} facets={facets.data} groups={groups} errors={fieldErrors(facets.error)} sort={<SortBar sort={sort} offered={offered} />} />
      <ResultCount
        filters={filters}
        facets={facets.data}
        busy={facets.isFetching}
        action={!facets.error && <SaveSearchButton search={{ ...searched, ...toFilterQuery(filters) }} />}
      />
      {notes}
      <ListingList
        listings={listings}
        filters={filters}
        near={facets.data?.near ?? null}
        startedLater={cursor !== null}
        save={(listing) => <SaveButton listing={listing} isOnCard />}
        report={(listing) => <ReportButton listing={listing} />}
        compare={(listing) => <CompareButton listing={listing} />}
        empty={empty}
      />
    </>
  );
}

type ListPageProps = { heading: ReactNode; search?: string; sort?: ListingSort; children: ReactNode };

/** The frame of a page that lists phones: its heading and the page's search form. */
export function ListPage({ heading, search, sort, children }: ListPageProps) {
  return (
    <div className="page-width pt-1.5 pb-10 md:pt-12 md:pb-20">
      <div className="mb-1 grid gap-1 md:mb-6 md:gap-6 lg:grid-cols-[1fr_minmax(0,34rem)] lg:items-end">
        {heading}
        <SearchForm search={search} sort={sort} />
      </div>
      {children}
      <p className="mt-8 text-center text-muted">
        Selling a phone?{' '}
        <Link to="/wanted" className="inline-flex min-h-11 items-center font-medium text-accent hover:underline">
          See which ones people want
        </Link>{' '}
        and{' '}
        <Link to="/prices" className="inline-flex min-h-11 items-center font-medium text-accent hover:underline">
          what they are worth
        </Link>
      </p>
    </div>
  );
}

export const LIST_HEADING = 'text-xl wrap-anywhere md:text-3xl';
