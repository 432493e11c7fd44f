import { Info, MapPin, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Listing, ListingDetail } from '#contract/listings.ts';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Price } from '../../ui/price.tsx';
import { ListingCard } from './listing-card.tsx';
import { SellerContact } from './seller-contact.tsx';
import { SpecificationTable } from './specification-table.tsx';

const Facts = ({ listing }: { listing: Listing }) => {
  const facts = [
    ['Brand', listing.brand],
    ['Condition', listing.condition],
    ['Color', listing.color],
    ['Storage', listing.storage],
    ['Year of use', listing.year_of_use],
    ['Purchase year', listing.purchase_year],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-5 sm:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const SellerBox = ({ listing }: { listing: Listing }) => (
  <section className="grid gap-3 rounded-2xl border border-line bg-surface p-5">
    <h2 className="font-sans text-base font-medium tracking-normal text-muted">Seller</h2>
    <p className="flex items-center gap-1.5 text-lg font-semibold">
      {listing.seller_name}
      {listing.seller_verify && <VerifiedBadge />}
    </p>
    <dl className="grid grid-cols-[5rem_1fr] gap-x-4 gap-y-2">
      <dt className="text-muted">Mobile</dt>
      <dd>
        <SellerContact value={listing.mobile_number} />
      </dd>
      <dt className="text-muted">E-mail</dt>
      <dd>
        <SellerContact value={listing.sellerEmail} />
      </dd>
    </dl>
    <p className="flex gap-2 border-t border-line pt-3 text-sm text-muted">
      <ShieldCheck className="size-5 shrink-0" aria-hidden="true" />
      Meet in a public place by daylight, and try the phone, its lock and its SIM before you go.
    </p>
  </section>
);

const Sold = () => (
  <p className="flex items-center gap-3 rounded-xl bg-warning-soft px-4 py-3 text-warning">
    <Info className="size-5 shrink-0" aria-hidden="true" />
    This phone is sold. Similar ones are below.
  </p>
);

type ListingViewProps = { listing: ListingDetail; report: (listing: Listing) => ReactNode };

const Offer = ({ listing, report }: ListingViewProps) => (
  <div className="grid content-start gap-5">
    <div className="grid gap-2">
      {listing.status === 'sold' && <Badge tone="warning">Sold</Badge>}
      <h1 className="text-2xl break-words md:text-3xl">{listing.model_name}</h1>
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        <MapPin className="size-4" aria-hidden="true" />
        {listing.location} · <Moment iso={listing.postedAt} />
      </p>
    </div>
    <Price resale={listing.resale_price} original={listing.original_price} />
    <Facts listing={listing} />
    {listing.status === 'sold' ? (
      <Sold />
    ) : (
      <ButtonLink to={`/booking-page/${encodeURIComponent(listing._id)}`} className="w-full">
        Book Now
      </ButtonLink>
    )}
    <SellerBox listing={listing} />
    <div className="justify-self-start">{listing.status !== 'sold' && report(listing)}</div>
  </div>
);

const Similar = ({ listings, report }: { listings: Listing[]; report: (listing: Listing) => ReactNode }) => (
  <section className="mt-12">
    <h2 className="mb-6 text-2xl">Similar phones</h2>
    <ul className="card-grid">
      {listings.map((listing) => (
        <li key={listing._id} className="grid">
          <ListingCard listing={listing} report={report(listing)} />
        </li>
      ))}
    </ul>
  </section>
);

/** Everything about one phone. */
export const ListingView = ({ listing, report }: ListingViewProps) => (
  <article className="page-width py-6 md:py-12">
    <div className="grid gap-8 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
      <ListingImage
        address={listing.image}
        alt={listing.model_name}
        eager
        sizes="(min-width: 64rem) 38rem, (min-width: 40rem) 70vw, 53vw"
        className="aspect-square w-full self-start rounded-2xl lg:sticky lg:top-24"
      />
      <Offer listing={listing} report={report} />
    </div>
    <section className="mt-12 max-w-prose">
      <h2 className="mb-3 text-2xl">Description</h2>
      <p className="break-words whitespace-pre-line">{listing.description}</p>
    </section>
    <section className="mt-12">
      <h2 className="mb-6 text-2xl">Specification</h2>
      <SpecificationTable specification={listing.specification} />
    </section>
    {listing.similar.length > 0 && <Similar listings={listing.similar} report={report} />}
  </article>
);
