import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { BrandMark } from '../features/catalog/brand-mark.tsx';
import { brandsOptions } from '../features/catalog/queries.ts';
import { LISTED } from '../features/listings/browsing/filter-names.ts';
import { readFilters, toFilterQuery } from '../features/listings/browsing/filters.ts';
import { useFilters } from '../features/listings/browsing/list-address.ts';
import { BRAND_SORTS, readSort, sortsOf } from '../features/listings/browsing/sort.ts';
import { listingsOptions } from '../features/listings/queries.ts';
import { facetsOptions } from '../queries/search.ts';
import { notFound, type PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { useParams, useSearchParams } from '../router/index.ts';
import { EmptyState } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { useApp } from '../use-app.tsx';
import { LIST_HEADING, ListPage, PhoneList } from './phone-list.tsx';

const GROUPS = LISTED.filter((name) => name !== 'brand');

export const load: PageModule['load'] = async ({ shop: { api }, queries, params, url }) => {
  const typed = params.name ?? '';
  const brands = await queries.ensureQueryData(brandsOptions(api)).catch((error: unknown) => {
    if (isOffline(error)) return null;
    throw error;
  });
  const brand = brands?.find((one) => sameName(one.name, typed));
  if (brands && !brand) throw notFound();
  const name = brand?.name ?? typed;
  const filters = toFilterQuery(readFilters(url.searchParams));
  await readAhead(
    Promise.all([
      queries.prefetchInfiniteQuery(
        listingsOptions(api, { name, filters, sort: readSort(url.searchParams, BRAND_SORTS), cursor: url.searchParams.get('cursor') }),
      ),
      queries.prefetchQuery(facetsOptions(api, { name }, filters)),
    ]),
  );
  return { title: name };
};

const isOffline = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

export function Page() {
  const { api } = useApp();
  const { name: typed = '' } = useParams();
  const [query] = useSearchParams();
  const sort = readSort(query, BRAND_SORTS);
  const cursor = query.get('cursor');
  const filters = useFilters();
  const brand = useQuery(brandsOptions(api)).data?.find((one) => sameName(one.name, typed));
  const name = brand?.name ?? typed;
  const asked = toFilterQuery(filters);
  const listings = useInfiniteQuery({
    ...listingsOptions(api, { name, sort, filters: asked, cursor }),
    // While loading, filters or another order keep showing the same brand's phones; another brand starts empty.
    placeholderData: (previous, before) => (before?.queryKey[2] === name.toLowerCase() ? keepPreviousData(previous) : undefined),
  });
  const within = facetsOptions(api, { name }, asked);
  const facets = useQuery({ ...within, placeholderData: (previous, before) => (before?.queryKey[2] === within.queryKey[2] ? previous : undefined) });
  return (
    <ListPage
      heading={
        <div className="flex flex-wrap items-center gap-x-3 md:block">
          <p className="flex items-center gap-2 text-lg font-semibold wrap-anywhere">
            {brand && <BrandMark brand={brand} className="size-7 md:size-9" />}
            {name}
          </p>
          <h1 className={LIST_HEADING}>Hurry up to buy!</h1>
        </div>
      }
    >
      <PhoneList
        listings={listings}
        facets={facets}
        filters={filters}
        groups={GROUPS}
        sort={sort}
        offered={sortsOf(query, BRAND_SORTS)}
        cursor={cursor}
        searched={{ name }}
        empty={
          <EmptyState title={`No ${name} phones on sale right now`} action={<ButtonLink to="/phones">See all phones</ButtonLink>}>
            New phones are listed every day. Check back soon, or look at other brands.
          </EmptyState>
        }
      />
    </ListPage>
  );
}
