import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LISTED } from '../features/listings/browsing/filter-names.ts';
import { readFilters, toFilterQuery } from '../features/listings/browsing/filters.ts';
import { useFilters } from '../features/listings/browsing/list-address.ts';
import { ALL_SORTS, readSort, sortsOf } from '../features/listings/browsing/sort.ts';
import { listingsOptions } from '../features/listings/queries.ts';
import { facetsOptions } from '../queries/search.ts';
import type { PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { useSearchParams } from '../router/index.ts';
import { EmptyState } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { useApp } from '../use-app.tsx';
import { LIST_HEADING, ListPage, PhoneList } from './phone-list.tsx';

export const load: PageModule['load'] = async ({ shop: { api }, queries, url }) => {
  const filters = toFilterQuery(readFilters(url.searchParams));
  await readAhead(
    Promise.all([
      queries.prefetchInfiniteQuery(listingsOptions(api, { filters, sort: readSort(url.searchParams, ALL_SORTS), cursor: url.searchParams.get('cursor') })),
      queries.prefetchQuery(facetsOptions(api, {}, filters)),
    ]),
  );
  return null;
};

/** Every phone on sale; also what a blank search shows. */
export function Page({ title = 'All phones' }: { title?: string }) {
  const { api } = useApp();
  const [query] = useSearchParams();
  const sort = readSort(query, ALL_SORTS);
  const cursor = query.get('cursor');
  const filters = useFilters();
  const asked = toFilterQuery(filters);
  const listings = useInfiniteQuery({ ...listingsOptions(api, { sort, filters: asked, cursor }), placeholderData: keepPreviousData });
  const facets = useQuery({ ...facetsOptions(api, {}, asked), placeholderData: keepPreviousData });
  return (
    <ListPage heading={<h1 className={LIST_HEADING}>{title}</h1>}>
      <PhoneList
        listings={listings}
        facets={facets}
        filters={filters}
        groups={LISTED}
        sort={sort}
        offered={sortsOf(query, ALL_SORTS)}
        cursor={cursor}
        empty={
          <EmptyState title="No phones on sale right now" action={<ButtonLink to="/dashboard/addAProducts">Sell a phone</ButtonLink>}>
            New phones are listed every day. Check back soon.
          </EmptyState>
        }
      />
    </ListPage>
  );
}
