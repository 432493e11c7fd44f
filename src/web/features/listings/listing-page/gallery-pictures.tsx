import type { ReactNode } from 'react';
import type { ListingDetail } from '#contract/listings.ts';
import { isOwnImage, type PicturePlace } from '#contract/shared/image-sizes.ts';
import { classNames } from '../../../ui/class-names.ts';
import { LatePhoneDrawing } from '../../../ui/late-phone-drawing.tsx';
import { ListingImage } from '../../../ui/listing-image.tsx';
import { describeOrigin } from './photo-origin.ts';

/** Where a picture is shown: large on the page (the first is loaded right away), small below it, or full screen. */
export type Place = 'first' | 'stage' | 'thumb' | 'zoom';
/** `note`: what its data says of where it comes from. */
export type Picture = { name: string; note?: string; show(className: string, place: Place): ReactNode };

const STAGE = '(min-width: 64rem) 38rem, (min-width: 40rem) 70vw, 53vw';
const SIZES: Record<Place, string> = { first: STAGE, stage: STAGE, thumb: '4rem', zoom: '100vw' };

const DEMO_PICTURE = 'Demo picture';

/** Returns all pictures of a phone: its photos in the seller's order, then its drawings. */
export const picturesOf = (listing: ListingDetail, place: PicturePlace): Picture[] => [...photosOf(listing, place), ...drawingsOf(listing)];

function photosOf(listing: ListingDetail, place: PicturePlace): Picture[] {
  const photos = [listing.image, ...listing.photos].map((address, at) => ({ address, origin: listing.photoOrigins[at] }));
  const own = photos.filter(({ address }) => isOwnImage(address, place));
  const count = own.length;
  return own.map(({ address, origin }, index) => ({
    name: listing.isDemoPicture ? DEMO_PICTURE : count === 1 ? 'Photo' : `Photo ${index + 1}`,
    ...(origin && { note: describeOrigin(origin, Date.now()) }),
    show: (className, place) => {
      const isLabeled = listing.isDemoPicture && (place === 'first' || place === 'stage');
      const photo = (
        <ListingImage
          address={address}
          alt={place === 'thumb' ? '' : altOf(listing.model_name, index, count)}
          eager={place === 'first'}
          sizes={SIZES[place]}
          phone={listing}
          whole={place === 'zoom'}
          className={isLabeled ? 'size-full' : className}
        />
      );
      return isLabeled ? <DemoPicture className={className}>{photo}</DemoPicture> : photo;
    },
  }));
}

/** Says that a picture is no photo of the phone. */
function DemoPicture({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className={classNames('relative block', className)}>
      {children}
      <span className="absolute top-3 left-3 rounded-full bg-surface px-3 py-1 text-sm text-muted">{DEMO_PICTURE}</span>
    </span>
  );
}

const altOf = (model: string, index: number, count: number): string => (count === 1 ? model : `${model}, photo ${index + 1} of ${count}`);

function drawingsOf(listing: ListingDetail): Picture[] {
  return (['front', 'back'] as const).map((side) => ({
    name: `Drawing: ${side}`,
    show: (className, place) => (
      <span className={classNames('grid place-items-center bg-sunken', place === 'thumb' ? 'p-1' : 'p-[8%]', className)}>
        <LatePhoneDrawing
          phone={listing}
          side={side}
          title={place === 'thumb' ? undefined : `Drawing of the ${side} of the ${listing.model_name}, based on its dimensions`}
        />
      </span>
    ),
  }));
}
