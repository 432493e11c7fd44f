import { ChevronDown, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Listing } from '#contract/listings.ts';
import { Link } from '../../router/index.ts';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { Price } from '../../ui/price.tsx';
import { SellerContact } from './seller-contact.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 text-right break-words">{children}</dd>
  </div>
);

const FirstFacts = ({ listing }: { listing: Listing }) => (
  <>
    <p className="flex flex-wrap gap-x-2 text-muted">
      <span>{listing.condition}</span>·<span>{listing.storage}</span>·<span>{listing.color}</span>
    </p>
    <p className="flex items-center gap-1.5 text-sm text-muted">
      <MapPin className="size-4 shrink-0" aria-hidden="true" />
      <span className="truncate">{listing.location}</span>
      <span aria-hidden="true">·</span>
      <Moment iso={listing.postedAt} className="shrink-0" />
    </p>
    <p className="flex items-center gap-1 text-sm">
      <span className="truncate">{listing.seller_name}</span>
      {listing.seller_verify && <VerifiedBadge />}
    </p>
  </>
);

const MoreFacts = ({ listing }: { listing: Listing }) => (
  <details className="group relative border-t border-line">
    <summary className="flex min-h-11 list-none items-center justify-between font-medium [&::-webkit-details-marker]:hidden">
      More <span className="sr-only">about {listing.model_name}</span>
      <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
    </summary>
    <dl className="grid gap-1.5 pb-2 text-sm">
      <Fact name="Brand">{listing.brand}</Fact>
      <Fact name="Condition">{listing.condition}</Fact>
      <Fact name="Color">{listing.color}</Fact>
      <Fact name="Storage">{listing.storage}</Fact>
      <Fact name="Original price">{formatPrice(listing.original_price)}</Fact>
      <Fact name="Resale price">{formatPrice(listing.resale_price)}</Fact>
      <Fact name="Year of use">{listing.year_of_use}</Fact>
      <Fact name="Purchase year">{listing.purchase_year}</Fact>
      <Fact name="Mobile">
        <SellerContact value={listing.mobile_number} />
      </Fact>
      <Fact name="Location">{listing.location}</Fact>
      <Fact name="Posted">{listing.post_time}</Fact>
    </dl>
    <p className="line-clamp-6 pb-3 text-sm whitespace-pre-line">{listing.description}</p>
  </details>
);

type ListingCardProps = { listing: Listing; eager?: boolean /** The report button, from its own feature. */; report: ReactNode };

/** A phone on sale. The whole card leads to it; what can be pressed besides lies above. */
export const ListingCard = ({ listing, eager = false, report }: ListingCardProps) => (
  <article className="group/card relative flex flex-col rounded-2xl border border-line bg-surface p-3 transition-colors hover:border-line-strong">
    <ListingImage address={listing.image} alt="" eager={eager} className="aspect-square w-full rounded-xl" />
    <div className="flex flex-1 flex-col gap-2 px-1 pt-4">
      <h2 className="font-sans text-lg leading-snug font-semibold tracking-normal">
        <Link
          to={`/selected-items-details/${encodeURIComponent(listing._id)}`}
          className="after:absolute after:inset-0 after:rounded-2xl group-hover/card:text-accent"
        >
          {listing.model_name}
        </Link>
      </h2>
      <Price resale={listing.resale_price} original={listing.original_price} />
      <FirstFacts listing={listing} />
      <div className="mt-auto grid gap-1 pt-2">
        <MoreFacts listing={listing} />
        <ButtonLink to={`/booking-page/${encodeURIComponent(listing._id)}`} size="small" className="relative" aria-label={`Book Now: ${listing.model_name}`}>
          Book Now
        </ButtonLink>
        <div className="relative flex justify-center">{report}</div>
      </div>
    </div>
  </article>
);
