import { useQuery } from '@tanstack/react-query';
import type { NewArrival } from '#contract/listings.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { Link } from '../../../router/index.ts';
import { FailedRead } from '../../../ui/alerts.tsx';
import { AllPhonesLink } from '../../../ui/all-phones-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ListingImage } from '../../../ui/listing-image.tsx';
import { Price } from '../../../ui/price.tsx';
import { Section } from '../../../ui/section.tsx';
import { PendingNote, Skeleton } from '../../../ui/skeleton.tsx';
import { useApp } from '../../../use-app.tsx';
import { newArrivalsOptions } from '../queries.ts';

/** A row to swipe on a phone, a grid from there on. */
const GRID =
  '-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-3 sm:gap-x-4 sm:gap-y-8 sm:overflow-visible sm:px-0 md:grid-cols-4 lg:grid-cols-5 lg:gap-x-6 lg:gap-y-10';
const PLACE = 'w-44 shrink-0 snap-start sm:w-auto';

/** Eight fill two rows of five when the first and the last take two columns each. */
const FULL_GRID = 8;

/** The latest phones; renders nothing when there are none. */
export function NewArrivals() {
  const { api } = useApp();
  const { data: arrivals, isPending, error, isFetching, refetch } = useQuery(newArrivalsOptions(api));
  if (arrivals?.length === 0) return null;
  return (
    <Section title="New Arrivals" action={<AllPhonesLink />}>
      {arrivals ? (
        <ul className={GRID}>
          {arrivals.map((arrival, index) => (
            <li key={arrival._id} className={classNames(PLACE, isWide(index, arrivals.length) && 'lg:col-span-2')}>
              <ArrivalCard arrival={arrival} wide={isWide(index, arrivals.length)} first={index === 0} />
            </li>
          ))}
        </ul>
      ) : isPending ? (
        <div role="status" className={GRID}>
          <PendingNote />
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} className={`${PLACE} h-80`} />
          ))}
        </div>
      ) : (
        <FailedRead message={`We couldn’t load the new arrivals. ${sentenceOf(error)}`} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Section>
  );
}

const isWide = (index: number, count: number): boolean => count === FULL_GRID && (index === 0 || index === count - 1);

function ArrivalCard({ arrival, wide, first }: { arrival: NewArrival; wide: boolean; first: boolean }) {
  return (
    <article
      className={classNames('group/card relative flex h-full flex-col gap-3', wide && 'lg:grid lg:grid-cols-2 lg:overflow-hidden lg:rounded-2xl lg:bg-sunken')}
    >
      <ListingImage
        address={arrival.image}
        alt=""
        // On a phone it is the page's first picture.
        eager={first}
        sizes={
          wide
            ? '(min-width: 64rem) 28rem, (min-width: 48rem) 22vw, (min-width: 40rem) 30vw, 11rem'
            : '(min-width: 64rem) 17vw, (min-width: 48rem) 22vw, (min-width: 40rem) 30vw, 11rem'
        }
        className={classNames('aspect-square w-full rounded-2xl', wide && 'lg:aspect-auto lg:h-full lg:rounded-none')}
      />
      <div className={classNames('flex min-w-0 flex-1 flex-col gap-1', wide && 'lg:justify-end lg:p-5')}>
        <h3 dir="auto" className={classNames('line-clamp-3 leading-snug font-semibold wrap-anywhere group-hover/card:text-accent', wide && 'lg:text-xl')}>
          {arrival.model_name}
        </h3>
        <Price resale={arrival.resale_price} className="mb-2" />
        <Link
          to={`/selected-newArrival-items/${encodeURIComponent(arrival._id)}`}
          aria-label={`Checkout Now: ${arrival.model_name}`}
          className={buttonClass({ variant: 'secondary', size: 'small' }, classNames('mt-auto self-start after:absolute after:inset-0', wide && 'lg:mt-0'))}
        >
          Checkout Now
        </Link>
      </div>
    </article>
  );
}
