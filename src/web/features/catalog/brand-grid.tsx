import { useQuery } from '@tanstack/react-query';
import type { Category } from '#contract/catalog.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Link } from '../../router/index.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { phones } from '../../ui/phone-count.ts';
import { PendingNote, Skeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { BrandMark } from './brand-mark.tsx';
import { brandsOptions } from './queries.ts';

const GRID = 'grid grid-cols-3 gap-2 sm:gap-3 md:grid-cols-5 lg:grid-cols-7';

/** Every brand as a tile that links to its phones. */
export function BrandGrid() {
  const { api, config } = useApp();
  const { data, isPending, error, isFetching, refetch } = useQuery(brandsOptions(api));
  const brands = config.hideEmptyBrands ? data?.filter(({ listings }) => listings > 0) : data;
  if (brands?.length === 0) return <EmptyState title="No brands yet">We’re still stocking up. Check back soon.</EmptyState>;
  if (brands) {
    return (
      <ul className={GRID}>
        {brands.map((brand) => (
          <li key={brand._id}>
            <BrandTile brand={brand} />
          </li>
        ))}
      </ul>
    );
  }
  if (isPending) {
    return (
      <div role="status" className={GRID}>
        <PendingNote />
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n'].map((key) => (
          <Skeleton key={key} className="h-32" />
        ))}
      </div>
    );
  }
  return <FailedRead message={`We couldn’t load the brands. ${sentenceOf(error)}`} onRetry={() => void refetch()} busy={isFetching} />;
}

function BrandTile({ brand }: { brand: Category }) {
  return (
    <Link
      to={`/category/${encodeURIComponent(brand.name)}`}
      className="group grid h-full min-h-32 content-center justify-items-center gap-1 rounded-xl border border-line px-1 py-4 text-center transition-colors hover:border-line-strong hover:bg-surface"
    >
      <BrandMark brand={brand} className="size-12 text-muted transition-colors group-hover:text-ink" />
      <span className="mt-1 max-w-full font-semibold wrap-anywhere" dir="auto">
        {brand.name}
      </span>
      <span className="text-sm text-muted">{phones(brand.listings)}</span>
    </Link>
  );
}
