import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import type { AdvertisedItem } from '#contract/promotion.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Link } from '../../router/index.ts';
import { useShop } from '../../shop.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { formatPrice } from '../../ui/money.ts';
import { FailedRead } from '../../ui/notices.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { offersOptions } from './queries.ts';

const addressOf = (offer: AdvertisedItem): string => `/selected-items-details/${encodeURIComponent(offer._id)}`;

const OfferCard = ({ offer, onLook }: { offer: AdvertisedItem; onLook: () => void }) => {
  const look = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onLook();
  };
  return (
    <article className="group/card relative flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface">
      <ListingImage address={offer.image} alt="" className="aspect-square w-full" />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <h3 className="text-lg leading-snug font-semibold">
          {/* Without JavaScript the card is a link to the phone; with it, a quick look. */}
          <Link to={addressOf(offer)} onClick={look} className="after:absolute after:inset-0 group-hover/card:text-accent">
            {offer.model_name}
          </Link>
        </h3>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
          <p className="font-display text-2xl font-semibold">{formatPrice(offer.resale_price)}</p>
          <ButtonLink to={addressOf(offer)} size="small" className="relative" aria-label={`Checkout Now: ${offer.model_name}`}>
            Checkout Now
          </ButtonLink>
        </div>
      </div>
    </article>
  );
};

const OfferGrid = ({ offers }: { offers: AdvertisedItem[] }) => {
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
};

/** The advertised phones; nothing at all when there are none. */
export const Offers = () => {
  const { api } = useShop();
  const { data: offers, isPending, error, isFetching, refetch } = useQuery(offersOptions(api));
  if (offers?.length === 0) return null;
  return (
    <section id="offers">
      <div className="page-width py-10 md:py-20">
        {offers ? (
          <>
            <div className="mb-8 grid justify-items-center gap-2 text-center">
              <p className="font-semibold text-accent">Discount Offer!</p>
              <h2 className="text-2xl md:text-3xl">Get Discount On These Products!!!</h2>
              <p className="text-lg text-muted">Get 20% off your first purchase</p>
            </div>
            <OfferGrid offers={offers} />
          </>
        ) : isPending ? (
          <Spinner label="Loading the offers…" className="flex w-full justify-center" />
        ) : (
          <FailedRead message={`The offers could not be loaded. ${sentenceOf(error)}`} onRetry={() => void refetch()} busy={isFetching} />
        )}
      </div>
    </section>
  );
};
