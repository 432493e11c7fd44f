import { ChevronDown, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { conditionFacts } from '#contract/shared/condition-answers.ts';
import type { Listed } from '../../listed.ts';
import { factOf, factsIn } from '../../listing-facts.ts';
import { Link } from '../../router/index.ts';
import { PossessionBadge, VerifiedBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { JudgementBadge } from '../../ui/judgement-badge.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Price } from '../../ui/price.tsx';
import { updatesInShort } from '../../ui/updates-text.ts';
import { SellerContact } from './seller-contact.tsx';

type ListingCardProps = {
  listing: Listed;
  eager?: boolean;
  /** Replaces the price while there is none. */
  price?: ReactNode;
  /** Buttons, each from its own feature. */
  report: ReactNode;
  compare: ReactNode;
};

/** The card's width; a phone claims half of it, as 640 pixels are sharp on its dense screen. */
const SIZES = '(min-width: 80rem) 20rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 53vw';

/** A phone on sale. The whole card links to it; other controls lie above the link. */
export function ListingCard({ listing, eager = false, price, report, compare }: ListingCardProps) {
  return (
    <article className="group/card relative flex min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-surface transition-colors hover:border-line-strong">
      <div className="relative">
        <ListingImage address={listing.image} phone={listing} alt="" eager={eager} sizes={SIZES} className="aspect-square w-full" />
        <div className="absolute right-3 bottom-3 z-1">{compare}</div>
      </div>
      <div className="flex flex-1 flex-col gap-1.5 px-4 pt-4">
        <h2 className="font-sans text-lg leading-snug font-semibold tracking-normal">
          <Link
            to={`/selected-items-details/${encodeURIComponent(listing._id)}`}
            dir="auto"
            className="line-clamp-2 wrap-anywhere outline-offset-0 after:absolute after:inset-0 group-hover/card:text-accent"
          >
            {listing.model_name}
          </Link>
        </h2>
        {price || <Price resale={listing.resale_price} original={listing.original_price} />}
        {listing.judgement && <JudgementBadge judgement={listing.judgement} className="absolute top-3 left-3" />}
        <p className="line-clamp-2 wrap-anywhere">
          <bdi>{listing.condition}</bdi> · <bdi>{listing.storage}</bdi> · <bdi>{listing.color}</bdi>
        </p>
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <MapPin className="size-4 shrink-0" aria-hidden="true" />
          <bdi className="truncate">{listing.location}</bdi>
          <Moment iso={listing.postedAt} className="ml-auto shrink-0 pl-2" />
        </p>
        <p className="flex min-h-5 items-center gap-1 text-sm text-muted">
          <bdi className="truncate">{listing.seller_name}</bdi>
          {listing.seller_verify && <VerifiedBadge />}
          {listing.updatesUntil !== null && (
            // Where the browser's clock is in another month, the server's text stays.
            <span className="ml-auto shrink-0 pl-2" suppressHydrationWarning>
              {updatesInShort(listing.updatesUntil, Date.now())}
            </span>
          )}
        </p>
        {listing.inHand && <PossessionBadge />}
      </div>
      <div className="mt-3 px-4">
        <ButtonLink to={`/booking-page/${encodeURIComponent(listing._id)}`} className="relative w-full" aria-label={`Book Now: ${listing.model_name}`}>
          Book Now
        </ButtonLink>
        <div className="-mx-3 flex min-h-15 items-center justify-between gap-1 py-2">
          <MoreFacts listing={listing} />
          <div className="relative flex">{report}</div>
        </div>
      </div>
    </article>
  );
}

/** Covers the upper part of the card while open, so that nothing around it moves. */
function MoreFacts({ listing }: { listing: Listed }) {
  return (
    <details name="more-facts" className="group">
      <summary className="relative z-20 inline-flex min-h-11 list-none items-center gap-1.5 rounded-xl px-3 text-sm font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        More <span className="sr-only">about {listing.model_name}</span>
        <ChevronDown className="size-4 rotate-180 transition-transform group-open:rotate-0" aria-hidden="true" />
      </summary>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long facts scroll, and a keyboard must be able to scroll them.
        tabIndex={0}
        aria-label={`More about ${listing.model_name}`}
        className="absolute inset-x-0 top-0 bottom-30 z-10 overflow-y-auto overscroll-contain bg-surface p-4 text-sm"
      >
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5">
          {conditionFacts(listing.answers).map(
            ({ key, label, value }) =>
              value !== null && (
                <Fact key={key} name={label}>
                  {value}
                </Fact>
              ),
          )}
          {factsIn('card').map(([key, [label]]) => (
            <Fact key={key} name={key === 'mobile_number' ? 'Mobile' : label}>
              {key === 'mobile_number' ? <SellerContact value={listing.mobile_number} /> : factOf(listing[key])}
            </Fact>
          ))}
          <Fact name="Posted">{listing.post_time}</Fact>
        </dl>
        <p dir="auto" className="mt-3 line-clamp-5 border-t border-line pt-3 whitespace-pre-line wrap-anywhere">
          {listing.description}
        </p>
      </section>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="font-medium wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
