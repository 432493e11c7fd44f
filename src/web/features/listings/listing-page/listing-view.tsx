import { type ReactNode, Suspense } from 'react';
import type { Listing, ListingDetail } from '#contract/listings.ts';
import { MOST_COMPARED } from '#contract/shared/page-size.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Price } from '../../../ui/price.tsx';
import { ProtectionLine } from '../../../ui/protection-line.tsx';
import { LISTING_GRID, ListedCard } from '../listing-card.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { FactsAtAGlance, SpecificationAtAGlance } from './facts-at-a-glance.tsx';
import { Gallery } from './gallery.tsx';
import { ImeiNote } from './imei-note.tsx';
import { SellerBox } from './seller-box.tsx';
import { ShareButton } from './share-button.tsx';
import { SizeComparison } from './size-comparison.tsx';
import { SpecificationTable } from './specification-table.tsx';
import { UpdatesNote } from './updates-note.tsx';

// Few listings have these. The server has their code at once; a browser leaves what the server wrote until it has loaded it.
const EarlierPrices = import.meta.env.SSR
  ? (await import('./earlier-prices.tsx')).EarlierPrices
  : latePart(async () => (await import('./earlier-prices.tsx')).EarlierPrices);
const PossessionNote = import.meta.env.SSR
  ? (await import('./possession-note.tsx')).PossessionNote
  : latePart(async () => (await import('./possession-note.tsx')).PossessionNote);

export type ListingViewProps = {
  listing: ListingDetail;
  /** Buttons, each from its own feature. */
  save: (listing: Listing, isOnCard: boolean) => ReactNode;
  ask: (listing: Listing) => ReactNode;
  report: (listing: Listing) => ReactNode;
  compare: (listing: Listing) => ReactNode;
  /** The phone's history, from its own feature. */
  passport: (listing: ListingDetail) => ReactNode;
  /** Its price estimate, from its own feature. */
  priceEstimate: (listing: ListingDetail) => ReactNode;
  /** What the phone proved on itself, from its own feature. */
  phoneTest: (listing: Listing) => ReactNode;
};

/** Everything about one phone. */
export function ListingView({ listing, save, ask, report, compare, passport, priceEstimate, phoneTest }: ListingViewProps) {
  return (
    <article className="page-width pt-1 pb-10 md:pt-4 md:pb-20">
      <Breadcrumbs listing={listing} />
      <div className="mt-1 grid gap-6 md:mt-4 md:gap-8 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
        <Gallery key={listing._id} listing={listing} />
        <Suspense>
          <Offer
            listing={listing}
            save={save}
            ask={ask}
            report={report}
            compare={compare}
            passport={passport}
            priceEstimate={priceEstimate}
            phoneTest={phoneTest}
          />
        </Suspense>
      </div>
      <div className="mt-12 grid gap-12 md:mt-20 md:gap-20">
        {/* Gone with a seller who has left. */}
        {listing.description !== '' && (
          <section className="max-w-prose">
            <h2 className="mb-3 text-2xl">Description</h2>
            <p className="whitespace-pre-line wrap-anywhere" dir="auto">
              {listing.description}
            </p>
          </section>
        )}
        <section>
          <h2 className="mb-4 text-2xl">Specification</h2>
          <div className="lg:hidden">
            <SpecificationAtAGlance specification={listing.specification} />
          </div>
          <Suspense>
            <SpecificationTable specification={listing.specification} />
          </Suspense>
        </section>
        {/* Nothing in these suspends: the boundaries let React hydrate one part after another. */}
        <Suspense>
          <SizeComparison listing={listing} />
        </Suspense>
        <Suspense>{listing.similar.length > 0 && <Similar listing={listing} save={save} report={report} compare={compare} />}</Suspense>
      </div>
      {isOnSale(listing) && <BookingBar listing={listing} />}
    </article>
  );
}

function Offer({ listing, save, ask, report, compare, passport, priceEstimate, phoneTest }: ListingViewProps) {
  return (
    <div className="grid min-w-0 content-start gap-6">
      <div className="grid gap-2">
        {!isOnSale(listing) && (
          <Badge tone="warning" className="justify-self-start">
            {listing.paused ? 'Paused' : 'Sold'}
          </Badge>
        )}
        <div className="flex items-start justify-between gap-2">
          <h1 className="min-w-0 text-2xl wrap-anywhere md:text-3xl" dir="auto">
            {listing.model_name}
          </h1>
          <div className="flex shrink-0 gap-2">
            {save(listing, false)}
            <ShareButton listing={listing} />
          </div>
        </div>
        <p className="flex items-start gap-x-2 text-muted">
          {listing.location !== '' && <Icon name="map-pin" className="mt-1 size-4 shrink-0" />}
          <span className="min-w-0 wrap-anywhere">
            {listing.location !== '' && (
              <>
                <bdi>{listing.location}</bdi> ·{' '}
              </>
            )}
            <Moment iso={listing.postedAt} />
          </span>
        </p>
      </div>
      <div className="grid gap-1">
        <Price resale={listing.resale_price} original={listing.original_price} large />
        {listing.earlierPrices.length > 0 && (
          <Suspense fallback={null}>
            <EarlierPrices prices={listing.earlierPrices} />
          </Suspense>
        )}
      </div>
      {isOnSale(listing) ? <BookNow listing={listing} className="w-full max-lg:hidden" /> : <NotOnSale listing={listing} />}
      <FactsAtAGlance listing={listing} />
      {priceEstimate(listing)}
      {phoneTest(listing)}
      {isOnSale(listing) && <ProtectionLine />}
      <UpdatesNote listing={listing} />
      <ImeiNote imei={listing.imei} />
      {passport(listing)}
      {listing.inHand && (
        <Suspense fallback={null}>
          <PossessionNote listing={listing} />
        </Suspense>
      )}
      <SellerBox listing={listing} />
      {listing.status !== 'sold' && ask(listing)}
      <div className="flex flex-wrap items-center gap-2">
        {!listing.paused && compare(listing)}
        {listing.status !== 'sold' && report(listing)}
      </div>
    </div>
  );
}

const isOnSale = ({ status, paused }: Listing): boolean => status !== 'sold' && !paused;

function NotOnSale({ listing }: { listing: ListingDetail }) {
  return (
    <p className="flex items-center gap-3 rounded-xl bg-warning-soft px-4 py-3 text-warning">
      <Icon name="info" className="size-5 shrink-0" />
      {listing.paused ? 'The seller has paused this listing, so it can’t be booked right now.' : 'This phone has been sold.'}
      {listing.similar.length > 0 && ' See similar phones below.'}
    </p>
  );
}

function BookNow({ listing, className }: { listing: Listing; className?: string }) {
  return (
    <ButtonLink to={`/booking-page/${encodeURIComponent(listing._id)}`} className={className}>
      Book Now
    </ButtonLink>
  );
}

/** Not on paper, where they would only fill pages, the last of them sometimes empty. */
function Similar({ listing, save, report, compare }: Omit<ListingViewProps, 'ask' | 'passport' | 'priceEstimate' | 'phoneTest'>) {
  return (
    <section className="print:hidden">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl">Similar phones</h2>
        {/* A paused phone isn't compared. */}
        {!listing.paused && (
          <ButtonLink to={comparisonOf(listing)} variant="secondary" size="small">
            Compare with these
          </ButtonLink>
        )}
      </div>
      <ul className={LISTING_GRID}>
        {listing.similar.map((other) => (
          <ListedCard key={other._id} listing={other} save={save(other, true)} report={report(other)} compare={compare(other)} />
        ))}
      </ul>
    </section>
  );
}

/** Returns the comparison of this phone with similar ones. */
function comparisonOf({ _id, similar }: ListingDetail): string {
  return `/compare?ids=${[_id, ...similar.map((other) => other._id)].slice(0, MOST_COMPARED).map(encodeURIComponent).join()}`;
}

/** Always in reach on phones. It ends with the listing, and so never covers the footer. */
function BookingBar({ listing }: { listing: Listing }) {
  return (
    <div className="action-bar sticky bottom-[calc(var(--tray,0px)+var(--bar))] z-30 -mx-4 mt-8 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 py-3 lg:hidden">
      <Price resale={listing.resale_price} />
      <BookNow listing={listing} />
    </div>
  );
}
