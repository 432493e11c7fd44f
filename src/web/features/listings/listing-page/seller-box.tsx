import type { ListingDetail } from '#contract/listings.ts';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { SellerContact } from '../seller-contact.tsx';

/** Who sells the phone, since when they have been here, and how to reach them. */
export function SellerBox({ listing }: { listing: ListingDetail }) {
  return (
    <section aria-label="Seller" className="grid gap-4 rounded-2xl border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        <span
          className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft font-display text-xl font-semibold text-accent"
          aria-hidden="true"
        >
          {[...listing.seller_name][0]?.toUpperCase()}
        </span>
        <div className="min-w-0">
          <p className="flex items-center gap-1.5 text-lg font-semibold">
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {listing.seller_name}
            </span>
            {listing.seller_verify && <VerifiedBadge />}
          </p>
          <p className="text-sm text-muted">
            {listing.seller_verify ? 'Verified seller. ' : ''}Member since {monthOf(listing.seller.since)}. {recordOf(listing.seller)}
          </p>
        </div>
      </div>
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
    </section>
  );
}

/** Formats the month alike everywhere, so that the server and the browser agree. */
const monthOf = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });

function recordOf({ offers, sold }: ListingDetail['seller']): string {
  return [offers > 0 ? `${phones(offers)} on sale` : null, sold > 0 ? `${phones(sold)} sold here` : null].filter((part) => part !== null).join(', ');
}

const phones = (count: number): string => (count === 1 ? '1 phone' : `${count} phones`);
