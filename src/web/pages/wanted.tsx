import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { WantedAd } from '#contract/alerts/wanted.ts';
import { rolesOptions } from '../features/accounts/queries.ts';
import { WantedList } from '../features/alerts/wanted-list.tsx';
import { wantedAdsOptions } from '../features/alerts/wanted-queries.ts';
import type { PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { useSearchParams } from '../router/index.ts';
import { EmptyState, FailedRead } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { useApp, useSession } from '../use-app.tsx';

const RemoveAd = lazy(async () => ({ default: (await import('../features/alerts/remove-ad.tsx')).RemoveAd }));

export const load: PageModule['load'] = async ({ shop: { api }, queries, url }) => {
  await readAhead(queries.prefetchInfiniteQuery(wantedAdsOptions(api, url.searchParams.get('cursor'))));
  return null;
};

/** The phones that people want to buy. */
export function Page() {
  const { api } = useApp();
  const [query] = useSearchParams();
  const wanted = useInfiniteQuery(wantedAdsOptions(api, query.get('cursor')));
  const { data, error, refetch, isFetching } = wanted;
  const ads = data?.pages.flatMap(({ items }) => items);
  return (
    <div className="page-width grid max-w-3xl grid-cols-1 gap-6 py-6 md:py-12">
      <div className="grid gap-2">
        <h1 className="text-2xl md:text-3xl">Wanted phones</h1>
        <p className="max-w-prose text-muted">People are looking for these phones. List yours, and send them a link to it.</p>
      </div>
      {!ads && error && <FailedRead message="We couldn’t load the wanted ads." onRetry={() => void refetch()} busy={isFetching} />}
      {!ads && !error && <RowsSkeleton count={4} />}
      {ads?.length === 0 && (
        <EmptyState title="No wanted ads right now" action={<ButtonLink to="/phones">See all phones</ButtonLink>}>
          Save a search for the phone you want, then post a wanted ad for it.
        </EmptyState>
      )}
      {ads && ads.length > 0 && (
        <LoadMore query={wanted}>
          <WantedList ads={ads} actions={(ad) => <ForAdmins ad={ad} />} />
        </LoadMore>
      )}
    </div>
  );
}

function ForAdmins({ ad }: { ad: WantedAd }) {
  const { api } = useApp();
  const session = useSession();
  const email = session.status === 'signed-in' ? session.identity.email : '';
  const roles = useQuery({ ...rolesOptions(api, email), enabled: email !== '' }).data;
  if (!roles?.isAdmin) return null;
  return (
    <Suspense>
      <RemoveAd ad={ad} />
    </Suspense>
  );
}
