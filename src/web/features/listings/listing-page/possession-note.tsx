import type { ListingDetail } from '#contract/listings.ts';
import { PossessionBadge } from '../../../ui/badge.tsx';
import { ListingImage } from '../../../ui/listing-image.tsx';

/** What the badge says, with the photo where its seller shows it. Nothing stands here without the badge. */
export const PossessionNote = ({ listing }: { listing: ListingDetail }) => {
  if (!listing.inHand) return null;
  return (
    <div className="flex flex-wrap items-start gap-4 text-sm">
      {listing.inHandPhoto !== null && (
        <a href={listing.inHandPhoto} target="_blank" rel="noreferrer" aria-label="The photo in hand, in full">
          <ListingImage
            address={listing.inHandPhoto}
            alt="The phone in its seller’s hand, with a code of the shop"
            sizes="6rem"
            className="size-24 rounded-xl"
          />
        </a>
      )}
      <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-1.5">
        <PossessionBadge />
        <p className="text-muted">
          The shop gave the seller a code, and saw a fresh photo of the phone with it. It shows who has the phone, not whether it works.
        </p>
      </div>
    </div>
  );
};
