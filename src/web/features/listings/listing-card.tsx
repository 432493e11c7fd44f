import type { KeyboardEvent, ReactNode, ToggleEvent } from 'react';
import { conditionFacts } from '#contract/shared/condition-answers.ts';
import type { Point } from '#contract/shared/distance.ts';
import { monthAt } from '#contract/shared/updates.ts';
import type { Listed } from '../../listed.ts';
import { factOf, factsIn } from '../../listing-facts.ts';
import { StoredListItem } from '../../rendering/fragments.tsx';
import { Link } from '../../router/index.ts';
import { PossessionBadge, TestedBadge, VerifiedBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JudgementBadge } from '../../ui/judgement-badge.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Price } from '../../ui/price.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
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

/** A card as an item of a list, which the server may have rendered for another page already. */
export function ListedCard(props: ListingCardProps) {
  const { listing, eager = false } = props;
  return (
    <StoredListItem className="grid" item={listing} variant={`${eager} ${monthAt(Date.now())}`}>
      <ListingCard {...props} />
    </StoredListItem>
  );
}

/** A phone on sale: a row on small screens, a card on others. All of it links to the phone; other controls lie above the link. */
export function ListingCard({ listing, near = null, eager = false, price, save, report, compare }: ListingCardProps) {
  return (
    <article className="card">
      <div className="card-picture">
        <ListingImage address={listing.image} phone={listing} alt="" eager={eager} sizes={SIZES} className="card-image" />
        {listing.judgement && <JudgementBadge judgement={listing.judgement} className="card-badge" />}
        <div>{compare}</div>
      </div>
      <div className="card-text">
        <Facts listing={listing} near={near} price={price} />
        <div className="card-save">{save}</div>
        <div className="card-actions">
          <ButtonLink to={`/booking-page/${encodeURIComponent(listing._id)}`} size="small" aria-label={`Book Now: ${listing.model_name}`}>
            Book Now
          </ButtonLink>
          <MoreFacts listing={listing} />
          <div>{report}</div>
        </div>
      </div>
    </article>
  );
}

/** What the card says at a glance; on a phone one line each. */
function Facts({ listing, near = null, price }: Pick<ListingCardProps, 'listing' | 'near' | 'price'>) {
  return (
    <div className="card-facts">
      <h2 className="card-name">
        <Link to={`/selected-items-details/${encodeURIComponent(listing._id)}`} dir="auto">
          {listing.model_name}
        </Link>
      </h2>
      {price || <Price resale={listing.resale_price} original={listing.original_price} row />}
      <p className="card-line">
        <bdi>{listing.condition}</bdi> · <bdi>{listing.storage}</bdi>
        <span className="max-sm:hidden">
          {' '}
          · <bdi>{listing.color}</bdi>
        </span>
        <BatteryHealth answer={listing.answers.battery} />
      </p>
      <p className="card-place">
        <Icon name="map-pin" />
        <bdi>{listing.location}</bdi>
        <Distance from={near} to={listing.city} />
        <Moment iso={listing.postedAt} />
      </p>
      <p className="card-seller">
        <SellerLink listing={listing}>
          <bdi>{listing.seller_name}</bdi>
        </SellerLink>
        {listing.seller_verify && <VerifiedBadge />}
        {listing.updatesUntil !== null && (
          // Where the browser's clock is in another month, the server's text stays.
          <span className="ml-auto shrink-0 pl-2" suppressHydrationWarning>
            {updatesInShort(listing.updatesUntil, Date.now())}
          </span>
        )}
      </p>
      {listing.tested && <TestedBadge className="max-sm:hidden" />}
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
      <Icon name="battery-medium" /> {health}
    </span>
  );
}

/** Covers what is around it while open, so that nothing moves: on a phone the rows below, otherwise the upper part of its card. */
function MoreFacts({ listing }: { listing: Listed }) {
  return (
    <details name="more-facts" className="card-more" onToggle={showAll} onKeyDown={closeOnEscape}>
      <summary>
        More <span className="sr-only">{`about ${listing.model_name}`}</span>
        <Icon name="chevron-down" />
      </summary>
      <ScrollBox label={`More about ${listing.model_name}`}>
        <dl>
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
        {listing.tested && <TestedBadge className="mt-3 sm:hidden" />}
        {listing.inHand && <PossessionBadge className="mt-3 sm:hidden" />}
        <p dir="auto">{listing.description}</p>
      </ScrollBox>
    </details>
  );
}

/** Below the last row on the screen there is no room for more. */
function showAll({ currentTarget: { open, lastElementChild } }: ToggleEvent<HTMLDetailsElement>): void {
  if (open) lastElementChild?.scrollIntoView({ block: 'nearest' });
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
