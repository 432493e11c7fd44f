import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { toSearchText } from '#contract/shared/search-text.ts';
import { brandsOptions } from '../features/catalog/queries.ts';
import { LISTED } from '../features/listings/browsing/filter-names.ts';
import { readFilters, toFilterQuery } from '../features/listings/browsing/filters.ts';
import { useFilters } from '../features/listings/browsing/list-address.ts';
import { readSort, SEARCH_SORTS, sortsOf } from '../features/listings/browsing/sort.ts';
import { searchOptions } from '../features/search/queries.ts';
import { DidYouMean, SearchNotes } from '../features/search/search-notes.tsx';
import { facetsOptions } from '../queries/search.ts';
import type { PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { useSearchParams } from '../router/index.ts';
import { EmptyState } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { latePart } from '../ui/late-part.tsx';
import { useApp } from '../use-app.tsx';
import { LIST_HEADING, ListPage, PhoneList } from './phone-list.tsx';

// Few searches show these. The server has their code at once; a browser leaves what the server wrote until it has loaded it.
const BrandGrid = import.meta.env.SSR
  ? (await import('../features/catalog/brand-grid.tsx')).BrandGrid
  : latePart(async () => (await import('../features/catalog/brand-grid.tsx')).BrandGrid);
const AllPhones = import.meta.env.SSR ? (await import('./phones.tsx')).Page : latePart(async () => (await import('./phones.tsx')).Page);

export const load: PageModule['load'] = async (context) => {
  const { shop, queries, url } = context;
  const { api } = shop;
  const searched = readSearch(url.searchParams);
  const { search } = searched;
  if (!search) return (await (await import('./phones.tsx')).load?.(context)) ?? null;
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
  if (searched.search) return <Results searched={searched} />;
  return (
    <Suspense>
      <AllPhones title="Search all phones" />
    </Suspense>
  );
}

function Results({ searched }: { searched: ReturnType<typeof readSearch> }) {
  const { api } = useApp();
  const [query] = useSearchParams();
  const { search, sort, cursor } = searched;
  const filters = useFilters();
  const asked = toFilterQuery(filters);
  const listings = useInfiniteQuery({ ...searchOptions(api, { ...searched, filters: asked }), placeholderData: keepPreviousData });
  const within = facetsOptions(api, { search }, asked);
  // While filters change, the previous counts stay; those of another search, or its interpretation, would mislead.
  const facets = useQuery({ ...within, placeholderData: (previous, before) => (before?.queryKey[2] === within.queryKey[2] ? previous : undefined) });
  const { total, search: understood = null } = facets.data ?? {};
  return (
    <ListPage
      heading={
        <h1 className={`max-md:line-clamp-1 ${LIST_HEADING}`}>
          Phones for “<bdi>{search}</bdi>”
        </h1>
      }
      search={search}
      sort={sort}
    >
      <PhoneList
        listings={listings}
        facets={facets}
        filters={filters}
        groups={LISTED}
        sort={sort}
        offered={sortsOf(query, SEARCH_SORTS)}
        cursor={cursor}
        searched={{ search }}
        notes={understood && total !== undefined && <SearchNotes search={search} understood={understood} total={total} />}
        empty={<NothingFound search={search} alternatives={understood?.didYouMean ?? []} />}
      />
      {total === 0 && <Brands />}
    </ListPage>
  );
}

function NothingFound({ search, alternatives }: { search: string; alternatives: string[] }) {
  return (
    <EmptyState
      title={`No results for “${search}”`}
      action={
        <>
          <DidYouMean models={alternatives} />
          <ButtonLink to="/phones" variant="secondary">
            See all phones
          </ButtonLink>
        </>
      }
    >
      Try fewer words or just the model: “Galaxy S21” finds more than “Galaxy S21 black 256 like new”.
    </EmptyState>
  );
}

/** Another way to find a phone. */
function Brands() {
  return (
    <section className="mt-10 md:mt-16">
      <h2 className="mb-6 text-2xl">Browse by brand</h2>
      <Suspense>
        <BrandGrid />
      </Suspense>
    </section>
  );
}
