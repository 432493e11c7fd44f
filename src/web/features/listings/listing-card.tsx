import type { ReactNode, ToggleEvent } from 'react';
import { conditionFacts } from '#contract/shared/condition-answers.ts';
import type { Point } from '#contract/shared/distance.ts';
import type { Listed } from '../../listed.ts';
import { factOf, factsIn } from '../../listing-facts.ts';
import { Link } from '../../router/index.ts';
import { PossessionBadge, VerifiedBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JudgementBadge } from '../../ui/judgement-badge.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Price } from '../../ui/price.tsx';
import { updatesInShort } from '../../ui/updates-text.ts';
import { Distance } from './distance.tsx';
import { SellerContact } from './seller-contact.tsx';
import { SellerLink } from './seller-link.tsx';

type ListingCardProps = {
  listing: Listed;
  /** Where its distance is from; otherwise from where this device last looked. */
  near?: Point | null;
  eager?: boolean;
  /** Replaces the price while there is none. */
  price?: ReactNode;
  /** Buttons, each from its own feature. */
  save: ReactNode;
  report: ReactNode;
  compare: ReactNode;
};

/** Where listings stand: rows on a phone, cards in two to four columns from there on. */
export const LISTING_GRID = 'card-grid max-sm:gap-0';

/** The picture's width. */
const SIZES = '(min-width: 80rem) 20rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 5.5rem';

/** A phone on sale: a row on small screens, a card on others. All of it links to the phone; other controls lie above the link. */
export function ListingCard({ listing, near = null, eager = false, price, save, report, compare }: ListingCardProps) {
  return (
    <article className="group/card relative flex min-w-0 gap-3 border-line py-1.5 transition-colors max-sm:border-b sm:flex-col sm:gap-0 sm:overflow-hidden sm:rounded-xl sm:border sm:bg-surface sm:py-0 sm:hover:border-line-strong">
      <div className="relative max-sm:w-22 max-sm:shrink-0 max-[22rem]:w-18">
        <ListingImage
          address={listing.image}
          phone={listing}
          alt=""
          eager={eager}
          sizes={SIZES}
          className="w-full max-sm:absolute max-sm:inset-0 max-sm:h-full max-sm:rounded-xl sm:aspect-square"
        />
        {listing.judgement && (
          <JudgementBadge
            judgement={listing.judgement}
            className="absolute top-0 left-0 max-sm:max-w-full max-sm:rounded-lg max-sm:px-1.5 max-sm:whitespace-normal sm:top-3 sm:left-3"
          />
        )}
        <div className="absolute right-0 bottom-0 z-1 sm:right-3 sm:bottom-3">{compare}</div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <Facts listing={listing} near={near} price={price} />
        <div className="absolute top-1.5 right-0 z-1 sm:top-3 sm:right-3">{save}</div>
        <div className="flex items-center gap-x-1 max-sm:-mt-1 max-sm:-mb-1.5 sm:mt-3 sm:flex-wrap sm:gap-y-2 sm:px-4 sm:pb-2">
          <ButtonLink
            to={`/booking-page/${encodeURIComponent(listing._id)}`}
            size="small"
            className="relative max-sm:rounded-[1.125rem] max-sm:border-y-6 max-sm:border-transparent max-sm:bg-clip-padding max-sm:px-3 max-[22rem]:px-2 whitespace-nowrap sm:min-h-12 sm:w-full sm:text-base"
            aria-label={`Book Now: ${listing.model_name}`}
          >
            Book Now
          </ButtonLink>
          <MoreFacts listing={listing} />
          <div className="relative ml-auto flex min-h-11 min-w-0 sm:-mr-3">{report}</div>
        </div>
      </div>
    </article>
  );
}

/** On a phone it is the heading of what More opens. */
const SELLER_LINE =
  'flex min-h-5 items-center gap-1 text-sm text-muted max-sm:absolute max-sm:inset-x-px max-sm:top-[calc(100%+1px)] max-sm:z-30 max-sm:hidden max-sm:h-11 max-sm:rounded-t-xl max-sm:border-b max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:group-has-[details[open]]/card:flex';

/** What the card says at a glance; on a phone one line each. */
function Facts({ listing, near = null, price }: Pick<ListingCardProps, 'listing' | 'near' | 'price'>) {
  return (
    <div className="flex flex-1 flex-col sm:gap-1.5 sm:px-4 sm:pt-4">
      <h2 className="max-sm:pr-8 font-sans leading-snug font-semibold tracking-normal sm:text-lg sm:leading-snug">
        <Link
          to={`/selected-items-details/${encodeURIComponent(listing._id)}`}
          dir="auto"
          className="line-clamp-1 wrap-anywhere outline-offset-0 after:absolute after:inset-0 group-hover/card:text-accent sm:line-clamp-2"
        >
          {listing.model_name}
        </Link>
      </h2>
      {price || <Price resale={listing.resale_price} original={listing.original_price} row />}
      <p className="line-clamp-1 wrap-anywhere max-sm:text-sm sm:line-clamp-2">
        <bdi>{listing.condition}</bdi> · <bdi>{listing.storage}</bdi>
        <span className="max-sm:hidden">
          {' '}
          · <bdi>{listing.color}</bdi>
        </span>
        <BatteryHealth answer={listing.answers.battery} />
      </p>
      <p className="flex items-center gap-1.5 text-sm text-muted">
        <Icon name="map-pin" className="size-4 shrink-0 max-sm:hidden" />
        <bdi className="truncate">{listing.location}</bdi>
        <Distance from={near} to={listing.city} />
        <Moment iso={listing.postedAt} className="ml-auto shrink-0 pl-2" />
      </p>
      <p className={SELLER_LINE}>
        <SellerLink
          listing={listing}
          className="relative -my-0.5 inline-block min-h-6 min-w-0 py-0.5 after:absolute after:inset-x-0 after:-inset-y-2.5 hover:text-ink hover:underline"
        >
          <bdi className="block truncate">{listing.seller_name}</bdi>
        </SellerLink>
        {listing.seller_verify && <VerifiedBadge />}
        {listing.updatesUntil !== null && (
          // Where the browser's clock is in another month, the server's text stays.
          <span className="ml-auto shrink-0 pl-2" suppressHydrationWarning>
            {updatesInShort(listing.updatesUntil, Date.now())}
          </span>
        )}
      </p>
      {listing.inHand && <PossessionBadge className="max-sm:hidden" />}
    </div>
  );
}

/** In short, where a row has no room for the sentence. */
const BATTERY = new Map([
  ['strong', '90%+'],
  ['good', '80–89%'],
  ['weak', 'below 80%'],
]);

function BatteryHealth({ answer }: { answer: string }) {
  const health = BATTERY.get(answer);
  if (health === undefined) return null;
  return (
    <span className="sm:hidden">
      {' · '}
      <span className="sr-only">Battery health </span>
      <Icon name="battery-medium" className="inline size-4.5 align-text-bottom text-muted" /> {health}
    </span>
  );
}

/** Covers what is around it while open, so that nothing moves: on a phone the rows below, otherwise the upper part of its card. */
function MoreFacts({ listing }: { listing: Listed }) {
  return (
    <details name="more-facts" className="group shrink-0 sm:-ml-3" onToggle={showAll}>
      <summary className="relative z-20 inline-flex min-h-11 list-none items-center gap-1 rounded-xl px-2 text-sm font-medium hover:bg-sunken sm:gap-1.5 sm:px-3 [&::-webkit-details-marker]:hidden">
        More <span className="sr-only">about {listing.model_name}</span>
        <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180 sm:rotate-180 sm:group-open:rotate-0" />
      </summary>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long facts scroll, and a keyboard must be able to scroll them.
        tabIndex={0}
        aria-label={`More about ${listing.model_name}`}
        className="absolute inset-x-0 z-25 overflow-y-auto overscroll-contain bg-surface p-4 text-sm max-sm:top-full max-sm:max-h-[50dvh] max-sm:pt-14 max-sm:rounded-xl max-sm:border max-sm:border-line-strong max-sm:shadow-overlay sm:top-0 sm:bottom-30 sm:z-10"
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
        {listing.inHand && <PossessionBadge className="mt-3 sm:hidden" />}
        <p dir="auto" className="mt-3 line-clamp-5 border-t border-line pt-3 whitespace-pre-line wrap-anywhere">
          {listing.description}
        </p>
      </section>
    </details>
  );
}

/** Below the last row on the screen there is no room for more. */
function showAll({ currentTarget: { open, lastElementChild } }: ToggleEvent<HTMLDetailsElement>): void {
  if (open) lastElementChild?.scrollIntoView({ block: 'nearest' });
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
