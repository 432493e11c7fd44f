import { useQuery } from '@tanstack/react-query';
import type { Category } from '#contract/catalogue.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Link } from '../../router/index.ts';
import { useShop } from '../../shop.tsx';
import { EmptyState, FailedRead } from '../../ui/notices.tsx';
import { PendingNote, Skeleton } from '../../ui/skeleton.tsx';
import { BrandMark } from './brand-mark.tsx';
import { brandsOptions } from './queries.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5';

const BrandTile = ({ brand }: { brand: Category }) => (
  <Link
    to={`/category/${encodeURIComponent(brand.name)}`}
    className="group flex h-full min-h-20 items-center gap-3 rounded-xl border border-line bg-surface px-3 py-3 sm:gap-4 sm:px-4 transition-colors hover:border-accent"
  >
    <BrandMark brand={brand} />
    <span className="min-w-0 font-semibold break-words group-hover:text-accent">{brand.name}</span>
  </Link>
);

/** Every brand as a quiet tile that leads to its phones. */
export const BrandGrid = () => {
  const { api } = useShop();
  const { data: brands, isPending, error, isFetching, refetch } = useQuery(brandsOptions(api));
  if (brands?.length === 0) return <EmptyState title="No brands yet">The shop is being stocked. Please look in again soon.</EmptyState>;
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
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((key) => (
          <Skeleton key={key} className="h-20" />
        ))}
      </div>
    );
  }
  return <FailedRead message={`The brands could not be loaded. ${sentenceOf(error)}`} onRetry={() => void refetch()} busy={isFetching} />;
};
