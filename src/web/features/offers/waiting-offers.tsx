import { useQuery } from '@tanstack/react-query';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { useApp } from '../../use-app.tsx';
import { waitingOffersOptions } from './queries.ts';

/** How many offers for one of the seller's listings wait for their answer; nothing when none do. */
export function WaitingOffers({ id }: { id: string }) {
  const { api } = useApp();
  const offers = useQuery(waitingOffersOptions(api)).data?.find(({ productId }) => productId === id)?.offers ?? 0;
  if (offers === 0) return null;
  return (
    <Link to="/dashboard/messages" className="inline-flex min-h-11 items-center sm:min-h-0">
      <Badge tone="accent">{offers === 1 ? '1 offer to answer' : `${offers} offers to answer`}</Badge>
    </Link>
  );
}
