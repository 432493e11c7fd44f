import type { ListingDetail } from '#contract/listings.ts';
import { PossessionBadge } from '../../../ui/badge.tsx';
import { ListingImage } from '../../../ui/listing-image.tsx';

/** Explains the badge, with the photo where its seller shows it. */
export function PossessionNote({ listing }: { listing: ListingDetail }) {
  return (
    <div className="flex flex-wrap items-start gap-4 text-sm">
      {listing.inHandPhoto !== null && (
        <a href={listing.inHandPhoto} target="_blank" rel="noreferrer" aria-label="View the possession photo">
          <ListingImage address={listing.inHandPhoto} alt="The phone next to a handwritten code from us" sizes="6rem" className="size-24 rounded-xl" />
        </a>
      )}
      <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-1.5">
        <PossessionBadge />
        <p className="text-muted">
          We gave the seller a code and checked a new photo of the phone next to it. This shows that they have the phone, not that it works.
        </p>
      </div>
    </div>
  );
}
