import type { ListingDetail } from '#contract/listings.ts';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { Initial } from '../../../ui/initial.tsx';
import { formatMonth } from '../../../ui/month.ts';
import { phones } from '../../../ui/phone-count.ts';
import { SellerContact } from '../seller-contact.tsx';
import { SellerLink } from '../seller-link.tsx';

/** Who sells the phone, since when they have been here, and how to reach them unless they have left. */
export function SellerBox({ listing }: { listing: ListingDetail }) {
  return (
    <section aria-label="Seller" className="grid gap-4 rounded-2xl border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        <Initial name={listing.seller_name} />
        <div className="min-w-0">
          <p className="flex items-center gap-1.5 text-lg font-semibold">
            <SellerLink
              listing={listing}
              className="relative min-w-0 wrap-anywhere underline decoration-line-strong underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-2 hover:decoration-current"
            >
              <bdi>{listing.seller_name}</bdi>
            </SellerLink>
            {listing.seller_verify && <VerifiedBadge />}
          </p>
          <p className="text-sm text-muted">
            {listing.seller.rating && <Rating rating={listing.seller.rating} />}
            {listing.seller_verify ? 'Verified seller. ' : ''}Member since {formatMonth(listing.seller.since)}. {recordOf(listing.seller)}
          </p>
        </div>
      </div>
      {listing.sellerId !== null && (
        <dl className="grid grid-cols-[4.5rem_1fr] gap-x-4 gap-y-1 border-t border-line pt-4">
          <dt className="text-muted">Mobile</dt>
          <dd>
            <SellerContact value={listing.mobile_number} />
          </dd>
          <dt className="text-muted">Email</dt>
          <dd>
            <SellerContact value={listing.sellerEmail} />
          </dd>
        </dl>
      )}
    </section>
  );
}

function Rating({ rating: { average, count } }: { rating: NonNullable<ListingDetail['seller']['rating']> }) {
  return (
    <span className="block text-ink">
      <span aria-hidden="true">★ </span>
      {average.toFixed(1)} of 5 from {count === 1 ? '1 review' : `${count} reviews`}
    </span>
  );
}

function recordOf({ offers, sold }: ListingDetail['seller']): string {
  return [offers > 0 ? `${phones(offers)} on sale` : null, sold > 0 ? `${phones(sold)} sold here` : null].filter((part) => part !== null).join(', ');
}
