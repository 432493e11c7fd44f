import { useQuery } from '@tanstack/react-query';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { metAdsOptions, useAnswerAd } from './wanted-queries.ts';
import { describeAd } from './wanted-text.ts';

/** The wanted ads that a seller's own listing meets, each to be answered with one tap. */
export function MetAds({ id }: { id: string }) {
  const { api } = useApp();
  const { data: ads, error, refetch, isFetching } = useQuery(metAdsOptions(api, id));
  const answer = useAnswerAd(id);
  return (
    <section aria-labelledby="wanted" className="mt-6 grid max-w-2xl gap-2">
      <h2 id="wanted" className="text-xl">
        Who wants this phone
      </h2>
      {!ads && error && <FailedRead message="We couldn’t load the wanted ads." onRetry={() => void refetch()} busy={isFetching} />}
      {!ads && !error && <RowsSkeleton count={1} />}
      {ads?.length === 0 && <p className="text-muted">No wanted ad asks for this phone at its price right now.</p>}
      {ads && ads.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {ads.map((ad) => (
            <li key={ad._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <bdi>{describeAd(ad)}</bdi>
              </p>
              {ad.isAnswered ? (
                <p className="flex min-h-11 items-center text-sm text-muted">Answered</p>
              ) : (
                <Button variant="secondary" size="small" aria-label={`Answer: ${ad.title}`} onClick={() => answer.mutate(ad._id)}>
                  Answer
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
