import { useQuery } from '@tanstack/react-query';
import { verifiedOptions } from '../features/accounts/queries.ts';
import { WantedHint } from '../features/alerts/wanted-hint.tsx';
import { brandsOptions } from '../features/catalog/queries.ts';
import { UnlessSuspended } from '../features/decisions/own-decisions.tsx';
import { ListingCard } from '../features/listings/listing-card.tsx';
import { TestField } from '../features/phone-tests/test-field.tsx';
import { PriceHint } from '../features/price-estimates/price-hint.tsx';
import { PossessionField } from '../features/proof-of-possession/possession-field.tsx';
import { NewListing } from '../features/selling/form/new-listing.tsx';
import { Link } from '../router/index.ts';
import { FailedRead } from '../ui/alerts.tsx';
import { VerifiedBadge } from '../ui/badge.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { useApp, useSession } from '../use-app.tsx';

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function Page() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { email } = session.identity;
  return (
    <section className="grid gap-2">
      <h1 className="text-2xl">Add A Product</h1>
      <UnlessSuspended title="You can’t list phones for now">
        <Standing email={email} />
        <p className="mb-4 flex flex-wrap gap-x-4 text-sm">
          <Link to="/wanted" className={LINK}>
            See which phones people want
          </Link>
          <Link to="/prices" className={LINK}>
            See what phones sell for
          </Link>
        </p>
        <CategoriesAndForm email={email} />
      </UnlessSuspended>
    </section>
  );
}

/** Tells the seller whether buyers will see the badge; a failed read shows nothing. */
function Standing({ email }: { email: string }) {
  const { api } = useApp();
  const { data: verified } = useQuery(verifiedOptions(api, email));
  if (verified === undefined) return <p className="min-h-6" />;
  if (!verified) return <p className="min-h-6 text-muted">You’re not verified yet, but you can start selling. An admin will review your account.</p>;
  return (
    <p className="flex min-h-6 items-center gap-1.5 text-muted">
      <VerifiedBadge />
      You’re a verified seller. Your listings show the badge.
    </p>
  );
}

function CategoriesAndForm({ email }: { email: string }) {
  const { api } = useApp();
  const { data: categories, error, refetch, isFetching } = useQuery(brandsOptions(api));
  const { data: verified = false } = useQuery(verifiedOptions(api, email));
  if (categories)
    return (
      <NewListing
        email={email}
        categories={categories}
        isVerified={verified}
        card={(listing, price) => <ListingCard listing={listing} price={price} save={null} report={null} compare={null} />}
        inHand={(slot) => <PossessionField {...slot} />}
        phoneTest={<TestField />}
        showDemand={(phone) => <WantedHint phone={phone} />}
        showPriceEstimate={({ name, brand, ...input }) => <PriceHint input={{ ...input, brand: name || brand }} />}
      />
    );
  if (error) return <FailedRead message="We couldn’t load the categories." onRetry={() => void refetch()} busy={isFetching} />;
  return <RowsSkeleton />;
}
