import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ListingList } from '../features/listings/listing-list.tsx';
import { readSort } from '../features/listings/sort.ts';
import { SortBar } from '../features/listings/sort-bar.tsx';
import { ReportButton } from '../features/moderation/report-button.tsx';
import { searchOptions } from '../features/search/queries.ts';
import { SearchForm } from '../features/search/search-form.tsx';
import type { PageModule } from '../page.ts';
import { useSearchParams } from '../router/index.ts';
import { useShop } from '../shop.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/notices.tsx';

const readSearch = (query: URLSearchParams) => ({ search: (query.get('search') ?? '').trim(), sort: readSort(query), cursor: query.get('cursor') });

export const load: PageModule['load'] = async ({ shop: { api }, queries, url }) => {
  const searched = readSearch(url.searchParams);
  if (!searched.search) return null;
  await queries.prefetchInfiniteQuery(searchOptions(api, searched));
  return { title: `Search: ${searched.search}` };
};

const Results = ({ searched }: { searched: ReturnType<typeof readSearch> }) => {
  const { api } = useShop();
  const listings = useInfiniteQuery({ ...searchOptions(api, searched), placeholderData: keepPreviousData });
  return (
    <ListingList
      listings={listings}
      startedLater={searched.cursor !== null}
      report={(listing) => <ReportButton listing={listing} />}
      empty={
        <EmptyState title={`Nothing found for “${searched.search}”`} action={<ButtonLink to="/#popular-brands">Browse the brands</ButtonLink>}>
          Try fewer words, or only the model: “Galaxy S21” finds more than “Galaxy S21 black 256 like new”.
        </EmptyState>
      }
    />
  );
};

export const Page = () => {
  const [query] = useSearchParams();
  const searched = readSearch(query);
  const { search, sort } = searched;
  return (
    <div className="page-width py-8 md:py-12">
      <h1 className="text-2xl break-words md:text-3xl">{search ? `Phones for “${search}”` : 'Search all phones'}</h1>
      <div className="my-6 flex flex-wrap items-center justify-between gap-3">
        <SearchForm search={search} sort={sort} />
        {search && <SortBar sort={sort} search={search} />}
      </div>
      {search ? (
        <Results searched={searched} />
      ) : (
        <p className="text-muted">Type a model, a colour or a storage size, and every phone on sale that has it shows here.</p>
      )}
    </div>
  );
};
