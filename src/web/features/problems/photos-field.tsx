import { MAX_STATEMENT_PHOTOS } from '#contract/shared/problem-limits.ts';
import { ListingImage } from '../../ui/listing-image.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import type { StatementPhotos } from './use-statement-photos.ts';

/** Photos that show a problem, each uploaded when it is chosen. */
export function PhotosField({ of: { photos, setPhotos, upload, add } }: { of: StatementPhotos }) {
  return (
    <PhotoField
      label="Photos"
      hint={`Up to ${MAX_STATEMENT_PHOTOS}. Both sides and the shop can see them.`}
      isFull={photos.length >= MAX_STATEMENT_PHOTOS}
      upload={upload}
      onUploaded={add}
    >
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <li key={photo} className="grid gap-1">
              <ListingImage address={photo} alt={`Photo ${index + 1}`} sizes="5rem" className="size-20 rounded-xl" />
              <button
                type="button"
                aria-label={`Remove photo ${index + 1}`}
                className="min-h-11 text-sm underline underline-offset-4"
                onClick={() => setPhotos(photos.filter((one) => one !== photo))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </PhotoField>
  );
}
