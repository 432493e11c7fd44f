import { useQuery } from '@tanstack/react-query';
import type { NewArrival } from '#contract/listings.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Link } from '../../router/index.ts';
import { useShop } from '../../shop.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { FailedRead } from '../../ui/notices.tsx';
import { Price } from '../../ui/price.tsx';
import { Section } from '../../ui/section.tsx';
import { CardGridSkeleton } from '../../ui/skeleton.tsx';
import { newArrivalsOptions } from './queries.ts';

const ArrivalCard = ({ arrival }: { arrival: NewArrival }) => (
  <article className="group/card relative grid h-full grid-cols-[7rem_1fr] gap-4 sm:flex sm:flex-col">
    <ListingImage address={arrival.image} alt="" sizes="(min-width: 80rem) 20rem, (min-width: 40rem) 45vw, 7rem" className="aspect-square w-full rounded-2xl" />
    <div className="flex flex-1 flex-col justify-center gap-1 sm:justify-start">
      <h3 className="text-lg leading-snug font-semibold group-hover/card:text-accent">{arrival.model_name}</h3>
      <Price resale={arrival.resale_price} className="mb-2" />
      <Link
        to={`/selected-newArrival-items/${encodeURIComponent(arrival._id)}`}
        aria-label={`Checkout Now: ${arrival.model_name}`}
        className={buttonClass({ variant: 'secondary', size: 'small' }, 'mt-auto self-start after:absolute after:inset-0')}
      >
        Checkout Now
      </Link>
    </div>
  </article>
);

/** The latest phones; nothing at all when there are none. */
export const NewArrivals = () => {
  const { api } = useShop();
  const { data: arrivals, isPending, error, isFetching, refetch } = useQuery(newArrivalsOptions(api));
  if (arrivals?.length === 0) return null;
  return (
    <Section title="New Arrivals">
      {arrivals ? (
        <ul className="card-grid gap-y-8 md:gap-y-10">
          {arrivals.map((arrival) => (
            <li key={arrival._id}>
              <ArrivalCard arrival={arrival} />
            </li>
          ))}
        </ul>
      ) : isPending ? (
        <CardGridSkeleton count={4} />
      ) : (
        <FailedRead message={`The new arrivals could not be loaded. ${sentenceOf(error)}`} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Section>
  );
};
