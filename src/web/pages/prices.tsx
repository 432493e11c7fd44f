import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../error-sentence.ts';
import { PricedBrands } from '../features/price-estimates/priced-brands.tsx';
import { pricedModelsOptions } from '../features/price-estimates/queries.ts';
import type { PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { FailedRead } from '../ui/alerts.tsx';
import { PendingNote, Skeleton } from '../ui/skeleton.tsx';
import { useApp } from '../use-app.tsx';

export const load: PageModule['load'] = async ({ shop: { api }, queries }) => {
  await readAhead(queries.prefetchQuery(pricedModelsOptions(api)));
  return null;
};

/** The models with a price page. */
export function Page() {
  const { api } = useApp();
  const { data, error, isFetching, refetch } = useQuery(pricedModelsOptions(api));
  return (
    <div className="page-width grid gap-6 py-6 md:gap-10 md:py-12">
      <div>
        <h1 className="text-2xl md:text-3xl">What used phones are worth</h1>
        <p className="mt-2 max-w-prose text-lg text-muted">
          The median of what buyers paid here in the last 180 days, whatever the storage. Where fewer than five were sold, the model’s page has an estimate.
        </p>
      </div>
      {data ? (
        <PricedBrands models={data} />
      ) : error && !isFetching ? (
        <FailedRead message={`We couldn’t load the prices. ${sentenceOf(error)}`} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="grid gap-4">
          <PendingNote />
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  );
}
