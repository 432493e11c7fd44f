import { useQuery } from '@tanstack/react-query';
import { isNowhere } from '../api.ts';
import { MetAds } from '../features/alerts/met-ads.tsx';
import { InterestView } from '../features/interest/interest-view.tsx';
import { interestOptions } from '../features/interest/queries.ts';
import { useParams } from '../router/index.ts';
import { EmptyState, FailedRead } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { useApp } from '../use-app.tsx';

export function Page() {
  const { api } = useApp();
  const { id = '' } = useParams();
  const { data: interest, error, refetch, isFetching } = useQuery(interestOptions(api, id));
  if (isNowhere(error)) return <EmptyState title={error.message} action={<ButtonLink to="/dashboard/myProducts">View your phones</ButtonLink>} />;
  if (interest)
    return (
      <>
        <InterestView id={id} interest={interest} />
        {interest.status === 'available' && <MetAds id={id} />}
      </>
    );
  if (error) return <FailedRead message="We couldn’t load the interest in this phone." onRetry={() => void refetch()} busy={isFetching} />;
  return <RowsSkeleton />;
}
