import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { brandsOptions } from '../features/catalog/queries.ts';
import { ListingCard } from '../features/listings/listing-card.tsx';
import { LowestOffer } from '../features/offers/lowest-offer.tsx';
import { PriceHint } from '../features/price-estimates/price-hint.tsx';
import { EditListing } from '../features/selling/editing/edit-listing.tsx';
import { ownListingOptions } from '../features/selling/editing/queries.ts';
import { useParams } from '../router/index.ts';
import { EmptyState, FailedRead } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { useApp, useSession } from '../use-app.tsx';

export function Page() {
  const { id = '' } = useParams();
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <section className="grid gap-6">
      <h1 className="text-2xl">Edit Listing</h1>
      <Editing key={id} id={id} email={session.identity.email} />
    </section>
  );
}

function Editing({ id, email }: { id: string; email: string }) {
  const { api } = useApp();
  const { data: listing, error, refetch, isFetching } = useQuery(ownListingOptions(api, id));
  const brands = useQuery(brandsOptions(api));
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={error.message} action={<ButtonLink to="/dashboard/myProducts">View your phones</ButtonLink>} />;
  if (listing?.status === 'sold')
    return (
      <EmptyState
        title="This phone has been sold, so its listing can’t be changed."
        action={<ButtonLink to="/dashboard/myProducts">View your phones</ButtonLink>}
      />
    );
  if (listing && brands.data)
    return (
      <>
        <EditListing
          listing={listing}
          email={email}
          categories={brands.data}
          card={(preview, price) => <ListingCard listing={preview} price={price} save={null} report={null} compare={null} />}
          showPriceEstimate={({ name, brand, ...input }) => <PriceHint input={{ ...input, brand: name || brand }} />}
        />
        <LowestOffer id={id} />
      </>
    );
  if (error ?? brands.error)
    return (
      <FailedRead
        message="We couldn’t load this listing."
        onRetry={() => void Promise.all([refetch(), brands.refetch()])}
        busy={isFetching || brands.isFetching}
      />
    );
  return <RowsSkeleton />;
}
