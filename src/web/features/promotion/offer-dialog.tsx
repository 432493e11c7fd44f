import type { AdvertisedItem } from '#contract/promotion.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Price } from '../../ui/price.tsx';

/** A quick view of an offer, without leaving the page. */
export function OfferDialog({ offer, onClose }: { offer: AdvertisedItem | null; onClose: () => void }) {
  return (
    <Dialog open={offer !== null} onOpenChange={(open) => !open && onClose()} title={offer?.model_name ?? ''}>
      {offer && (
        <div className="grid gap-4">
          <ListingImage address={offer.image} alt={offer.model_name} sizes="20rem" eager className="mx-auto aspect-square w-full max-w-80 rounded-2xl" />
          <Price resale={offer.resale_price} original={offer.original_price} />
          <p className="text-muted">
            {offer.condition} · {offer.storage} · {offer.color} · {offer.location}
          </p>
          <p className="line-clamp-4 whitespace-pre-line">{offer.description}</p>
          <ButtonLink to={`/selected-items-details/${encodeURIComponent(offer._id)}`}>Checkout Now</ButtonLink>
        </div>
      )}
    </Dialog>
  );
}
