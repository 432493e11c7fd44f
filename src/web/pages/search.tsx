import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { toSearchText } from '#contract/shared/search-text.ts';
import { BrandGrid } from '../features/catalog/brand-grid.tsx';
import { brandsOptions } from '../features/catalog/queries.ts';
import { CompareButton } from '../features/compare/compare-button.tsx';
import { FilterBar } from '../features/listings/browsing/filter-bar.tsx';
import { fieldErrors } from '../features/listings/browsing/filter-errors.ts';
import { type Filter, type ListedFilter, readFilters, toFilterQuery } from '../features/listings/browsing/filters.ts';
import { useFilters } from '../features/listings/browsing/list-address.ts';
import { ListingList } from '../features/listings/browsing/listing-list.tsx';
import { ResultCount } from '../features/listings/browsing/result-count.tsx';
import { readSort, SEARCH_SORTS } from '../features/listings/browsing/sort.ts';
import { SortBar } from '../features/listings/browsing/sort-bar.tsx';
import { ReportButton } from '../features/reports/report-button.tsx';
import { searchOptions } from '../features/search/queries.ts';
import { SearchForm } from '../features/search/search-form.tsx';
import { DidYouMean, SearchNotes } from '../features/search/search-notes.tsx';
import { facetsOptions } from '../queries/search.ts';
import type { PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { useSearchParams } from '../router/index.ts';
import { EmptyState } from '../ui/alerts.tsx';
import { useApp } from '../use-app.tsx';

const GROUPS: ListedFilter[] = ['brand', 'model', 'storage', 'condition', 'color', 'ram', 'year', 'place'];

export const load: PageModule['load'] = async ({ shop: { api }, queries, url }) => {
  const searched = readSearch(url.searchParams);
  const { search } = searched;
  if (!search) {
    await readAhead(queries.prefetchQuery(brandsOptions(api)));
    return null;
  }
  const filters = toFilterQuery(readFilters(url.searchParams));
  const facets = facetsOptions(api, { search }, filters);
  const readResults = async (): Promise<void> => {
    await Promise.all([queries.prefetchInfiniteQuery(searchOptions(api, { ...searched, filters })), queries.prefetchQuery(facets)]);
    if (queries.getQueryData(facets.queryKey)?.total === 0) await queries.prefetchQuery(brandsOptions(api));
  };
  await readAhead(readResults());
  return { title: `Search: ${search}` };
};

function readSearch(query: URLSearchParams) {
  return {
    search: toSearchText(query.get('search') ?? ''),
    sort: readSort(query, SEARCH_SORTS),
    cursor: query.get('cursor'),
  };
}

export function Page() {
  const [query] = useSearchParams();
  const searched = readSearch(query);
  const filters = useFilters();
  const { search, sort } = searched;
  return (
    <div className="page-width pt-8 pb-10 md:pt-12 md:pb-20">
      <div className="mb-6 grid gap-6 lg:grid-cols-[1fr_minmax(0,34rem)] lg:items-end">
        <h1 className="text-2xl wrap-anywhere md:text-3xl">
          {search ? (
            <>
              Phones for “<bdi>{search}</bdi>”
            </>
          ) : (
            'Search all phones'
          )}
        </h1>
        <SearchForm search={search} sort={sort} />
      </div>
      {search ? (
        <Results searched={searched} filters={filters} />
      ) : (
        <>
          <p className="text-muted">Search by model, color or storage size.</p>
          <Brands />
        </>
      )}
    </div>
  );
}

function Results({ searched, filters }: { searched: ReturnType<typeof readSearch>; filters: Filter[] }) {
  const { api } = useApp();
  const { search, sort, cursor } = searched;
  const asked = toFilterQuery(filters);
  const listings = useInfiniteQuery({ ...searchOptions(api, { ...searched, filters: asked }), placeholderData: keepPreviousData });
  const within = facetsOptions(api, { search }, asked);
  // While filters change, the previous counts stay; those of another search, or its interpretation, would mislead.
  const facets = useQuery({ ...within, placeholderData: (previous, before) => (before?.queryKey[2] === within.queryKey[2] ? previous : undefined) });
  const { total, search: understood = null } = facets.data ?? {};
  return (
    <>
      <FilterBar
        filters={filters}
        facets={facets.data}
        groups={GROUPS}
        errors={fieldErrors(facets.error)}
        sort={<SortBar sort={sort} offered={SEARCH_SORTS} />}
      />
      <ResultCount filters={filters} facets={facets.data} busy={facets.isFetching} />
      {understood && total !== undefined && <SearchNotes search={search} understood={understood} total={total} />}
      <ListingList
        listings={listings}
        filters={filters}
        startedLater={cursor !== null}
        report={(listing) => <ReportButton listing={listing} />}
        compare={(listing) => <CompareButton listing={listing} />}
        empty={
          <EmptyState title={`No results for “${search}”`} action={<DidYouMean models={understood?.didYouMean ?? []} />}>
            Try fewer words or just the model: “Galaxy S21” finds more than “Galaxy S21 black 256 like new”.
          </EmptyState>
        }
      />
      {total === 0 && <Brands />}
    </>
  );
}

/** Another way to find a phone. */
function Brands() {
  return (
    <section className="mt-10 md:mt-16">
      <h2 className="mb-6 text-2xl">Browse by brand</h2>
      <BrandGrid />
    </section>
  );
}
