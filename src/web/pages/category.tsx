import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { brandsOptions } from '../features/catalogue/queries.ts';
import { ListingList } from '../features/listings/listing-list.tsx';
import { brandListingsOptions } from '../features/listings/queries.ts';
import { readSort } from '../features/listings/sort.ts';
import { SortBar } from '../features/listings/sort-bar.tsx';
import { ReportButton } from '../features/moderation/report-button.tsx';
import { SearchForm } from '../features/search/search-form.tsx';
import { notFound, type PageModule } from '../page.ts';
import { useParams, useSearchParams } from '../router/index.ts';
import { useShop } from '../shop.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/notices.tsx';

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const isOffline = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const load: PageModule['load'] = async ({ shop: { api }, queries, params, url }) => {
  const name = params.name ?? '';
  const brands = await queries.ensureQueryData(brandsOptions(api)).catch((error: unknown) => {
    if (isOffline(error)) return null;
    throw error;
  });
  const brand = brands?.find((one) => sameName(one.name, name));
  if (brands && !brand) throw notFound();
  await queries.prefetchInfiniteQuery(
    brandListingsOptions(api, { name: brand?.name ?? name, sort: readSort(url.searchParams), cursor: url.searchParams.get('cursor') }),
  );
  return { title: brand?.name ?? name };
};

export const Page = () => {
  const { api } = useShop();
  const { name: typed = '' } = useParams();
  const [query] = useSearchParams();
  const sort = readSort(query);
  const cursor = query.get('cursor');
  const name = useQuery(brandsOptions(api)).data?.find((brand) => sameName(brand.name, typed))?.name ?? typed;
  const listings = useInfiniteQuery({
    ...brandListingsOptions(api, { name, sort, cursor }),
    // Another order of the same brand's phones takes the place of this one; another brand's starts anew.
    placeholderData: (previous, before) => (before?.queryKey[2] === name.toLowerCase() ? keepPreviousData(previous) : undefined),
  });
  return (
    <div className="page-width py-8 md:py-12">
      <p className="font-semibold text-accent">{name}</p>
      <h1 className="text-2xl md:text-3xl">Hurry up to buy!</h1>
      <div className="my-6 flex flex-wrap items-center justify-between gap-3">
        <SearchForm />
        <SortBar sort={sort} />
      </div>
      <ListingList
        listings={listings}
        startedLater={cursor !== null}
        report={(listing) => <ReportButton listing={listing} />}
        empty={
          <EmptyState title={`No ${name} on sale right now`} action={<ButtonLink to="/#popular-brands">See the other brands</ButtonLink>}>
            New phones are listed every day: look in again soon, or search the whole shop.
          </EmptyState>
        }
      />
    </div>
  );
};
