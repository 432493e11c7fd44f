import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { isNowhere } from '../api.ts';
import { type Roles, rolesOptions } from '../features/accounts/queries.ts';
import { FirstPurchaseNote } from '../features/first-purchase/first-purchase-note.tsx';
import { SpecificationTable } from '../features/listings/listing-page/specification-table.tsx';
import { BookedAlert } from '../features/orders/booked-alert.tsx';
import { BookingForm } from '../features/orders/booking-form.tsx';
import { listingOptions } from '../queries/listings.ts';
import { notFound, type PageModule } from '../rendering/page.ts';
import { useParams } from '../router/index.ts';
import { isOwnListing } from '../session/is-own-listing.ts';
import { EmptyState, FailedRead } from '../ui/alerts.tsx';
import { VerifiedBadge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { ListingImage } from '../ui/listing-image.tsx';
import { Price } from '../ui/price.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { Steps } from '../ui/steps.tsx';
import { useApp, useSession } from '../use-app.tsx';

const STEPS = [
  'Tell the seller how to reach you and where to meet.',
  'Pay by card. The first to pay gets the phone.',
  'Meet, try the phone, and take it home.',
];

export const load: PageModule['load'] = async ({ shop: { api }, queries, params: { id = '' } }) => {
  const options = listingOptions(api, id);
  await queries.prefetchQuery(options);
  if (isNowhere(queries.getQueryState(options.queryKey)?.error)) throw notFound();
  return null;
};

export function Page() {
  const { id = '' } = useParams();
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="page-width py-8 md:py-12">
      <Content listingId={id} email={session.identity.email} />
    </div>
  );
}

function Content({ listingId, email }: { listingId: string; email: string }) {
  const { api } = useApp();
  const { data: listing, error, refetch, isFetching } = useQuery(listingOptions(api, listingId));
  const gone = error !== null && isNowhere(error);
  if (listing && !gone) {
    return (
      <>
        <div className="flex flex-col gap-6 lg:grid lg:grid-cols-2 lg:gap-14">
          <Summary listing={listing} />
          <div className="grid max-w-xl content-start gap-8">
            <Booking key={listing._id} listing={listing} email={email} />
          </div>
        </div>
        <section className="mt-14">
          <h2 className="mb-6 text-2xl">Specification</h2>
          <SpecificationTable specification={listing.specification} />
        </section>
      </>
    );
  }
  if (!error || (isFetching && !gone)) return <PageSpinner />;
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl">Booking</h1>
      {gone ? (
        <NotToBook title="This phone is no longer available">The listing has been taken down.</NotToBook>
      ) : (
        <FailedRead message="We couldn’t load this phone." onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function Summary({ listing }: { listing: Listing }) {
  return (
    <div className="contents lg:sticky lg:top-24 lg:grid lg:content-start lg:gap-5">
      <div className="grid min-[20rem]:grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-5 bg-ground py-2 max-lg:min-[20rem]:sticky max-lg:top-0 max-lg:z-20 md:max-lg:top-16 lg:grid-cols-1">
        <ListingImage
          address={listing.image}
          phone={listing}
          alt={listing.model_name}
          eager
          sizes="(min-width: 64rem) 28rem, 4.5rem"
          className="aspect-square w-full max-w-md rounded-2xl"
        />
        <div className="grid content-center gap-1 lg:gap-2">
          <h1 className="line-clamp-2 text-xl wrap-anywhere lg:line-clamp-none lg:text-3xl" dir="auto">
            {listing.model_name}
          </h1>
          <Price resale={listing.resale_price} original={listing.original_price} />
          <p className="flex items-center gap-1.5 text-muted">
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {listing.seller_name}
            </span>
            {listing.seller_verify && <VerifiedBadge />}
          </p>
        </div>
      </div>
      <dl className="grid max-w-md grid-cols-3 gap-4 border-y border-line py-4">
        {(
          [
            ['Condition', listing.condition],
            ['Color', listing.color],
            ['Storage', listing.storage],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-medium wrap-anywhere" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Booking({ listing, email }: { listing: Listing; email: string }) {
  const { api } = useApp();
  const session = useSession();
  const { data: roles } = useQuery(rolesOptions(api, email));
  // Once it knows who reads it, the page asks for the listing again: a price that is new by then would go unnoticed.
  const [firstPrice] = useState(listing.resale_price);
  // Set after booking here: the order's id, or null when only My Orders knows it.
  const [booked, setBooked] = useState<{ orderId: string | null } | null>(null);
  if (booked) return <BookedAlert {...booked} modelName={listing.model_name} hasMyOrders={isBuyer(roles)} shownPrice={firstPrice} />;
  if (listing.status === 'sold') {
    return <NotToBook title="This phone has been sold">If you bought it, your receipt says where to meet. If not, there are more like it.</NotToBook>;
  }
  if (listing.paused)
    return <NotToBook title="This listing is paused">The seller has taken it off sale for now. You can’t book it until they put it back.</NotToBook>;
  if (isOwnListing(session, listing))
    return (
      <NotToBook title="This is your own listing" action={<ButtonLink to={`/dashboard/edit/${encodeURIComponent(listing._id)}`}>Edit listing</ButtonLink>}>
        You can’t book a phone you’re selling.
      </NotToBook>
    );
  return (
    <>
      <Steps title="What happens next" steps={STEPS} />
      <BookingForm listing={listing} onBooked={(orderId) => setBooked({ orderId })} />
      <FirstPurchaseNote listing={listing} />
    </>
  );
}

const isBuyer = (roles: Roles | undefined): boolean => roles !== undefined && !roles.isAdmin && !roles.isSeller;

const OTHER_PHONES = <ButtonLink to="/#popular-brands">Find another phone</ButtonLink>;

function NotToBook({ title, children, action = OTHER_PHONES }: { title: string; children: string; action?: ReactNode }) {
  return (
    <EmptyState title={title} action={action}>
      {children}
    </EmptyState>
  );
}
