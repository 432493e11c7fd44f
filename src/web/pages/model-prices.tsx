import { useQuery } from '@tanstack/react-query';
import { isNowhere } from '../api.ts';
import { sentenceOf } from '../error-sentence.ts';
import { fullNameOf } from '../features/price-estimates/model-page/model-name.ts';
import { ModelPrices } from '../features/price-estimates/model-page/model-prices.tsx';
import { modelPricesOptions } from '../features/price-estimates/queries.ts';
import { notFound, type PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { useParams } from '../router/index.ts';
import { FailedRead } from '../ui/alerts.tsx';
import { PendingNote, Skeleton } from '../ui/skeleton.tsx';
import { useApp } from '../use-app.tsx';

export const load: PageModule['load'] = async ({ shop: { api }, queries, params: { id = '' } }) => {
  const options = modelPricesOptions(api, id);
  await readAhead(queries.prefetchQuery(options));
  const { data: prices, error } = queries.getQueryState(options.queryKey) ?? {};
  if (isNowhere(error)) throw notFound();
  return prices ? { title: `${fullNameOf(prices)}: used prices` } : null;
};

/** What a model sells for here. */
export function Page() {
  const { api } = useApp();
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(modelPricesOptions(api, id));
  if (data) return <ModelPrices prices={data} />;
  return (
    <div className="page-width py-6 md:py-12">
      {error && !isFetching ? (
        <FailedRead message={`We couldn’t load these prices. ${sentenceOf(error)}`} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="grid gap-6">
          <PendingNote />
          <Skeleton className="h-16 w-2/3" />
          <Skeleton className="h-72" />
        </div>
      )}
    </div>
  );
}
