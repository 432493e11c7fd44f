import { useInfiniteQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import type { AdvertisedItem } from '#contract/promotion.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Link, useSearchParams } from '../../router/index.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Price } from '../../ui/price.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useApp } from '../../use-app.tsx';
import { FirstPurchaseClaim } from './first-purchase.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { offersOptions } from './queries.ts';

/** The advertised phones; renders nothing when there are none. */
export function Offers() {
  const { api } = useApp();
  const [query] = useSearchParams();
  const listed = useInfiniteQuery(offersOptions(api, query.get('cursor')));
  const { data, isPending, error, isFetching, refetch } = listed;
  const offers = data?.pages.flatMap(({ items }) => items);
  if (offers?.length === 0) return null;
  return (
    <section id="offers" className="bg-accent-soft">
      <div className="page-width py-10 md:py-20">
        {offers ? (
          <>
            <div className="mb-8 grid justify-items-center gap-2 text-center md:mb-12">
              <h2 className="font-sans text-base font-semibold tracking-normal text-accent">Discount Offer!</h2>
              <h2 className="text-2xl md:text-3xl">Get Discount On These Products!!!</h2>
              <FirstPurchaseClaim />
            </div>
            <LoadMore query={listed}>
              <OfferGrid offers={offers} />
            </LoadMore>
          </>
        ) : isPending ? (
          <Spinner label="Loading offers…" className="flex w-full justify-center" />
        ) : (
          <FailedRead message={`We couldn’t load the offers. ${sentenceOf(error)}`} onRetry={() => void refetch()} busy={isFetching} />
        )}
      </div>
    </section>
  );
}

function OfferGrid({ offers }: { offers: AdvertisedItem[] }) {
  const [looked, setLooked] = useState<AdvertisedItem | null>(null);
  return (
    <>
      <ul className="card-grid">
        {offers.map((offer) => (
          <li key={offer._id}>
            <OfferCard offer={offer} onLook={() => setLooked(offer)} />
          </li>
        ))}
      </ul>
      <OfferDialog offer={looked} onClose={() => setLooked(null)} />
    </>
  );
}

function OfferCard({ offer, onLook }: { offer: AdvertisedItem; onLook: () => void }) {
  const look = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onLook();
  };
  return (
    <article className="group/card relative grid h-full grid-cols-[40%_1fr] overflow-hidden rounded-xl bg-ground sm:flex sm:flex-col">
      <ListingImage
        address={offer.image}
        alt=""
        sizes="(min-width: 80rem) 20rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 40vw"
        className="size-full sm:aspect-4/3 sm:h-auto"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-4">
        <h3 dir="auto" className="line-clamp-2 text-lg leading-snug font-semibold wrap-anywhere">
          {/* Without JavaScript the card links to the phone; with it, it opens a quick view. */}
          <Link to={addressOf(offer)} onClick={look} className="after:absolute after:inset-0 group-hover/card:text-accent">
            {offer.model_name}
          </Link>
        </h3>
        <Price resale={offer.resale_price} original={offer.original_price} />
        <ButtonLink to={addressOf(offer)} size="small" className="relative mt-auto" aria-label={`Checkout Now: ${offer.model_name}`}>
          Checkout Now
        </ButtonLink>
      </div>
    </article>
  );
}

const addressOf = (offer: AdvertisedItem): string => `/selected-items-details/${encodeURIComponent(offer._id)}`;
