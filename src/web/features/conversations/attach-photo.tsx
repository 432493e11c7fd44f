import { type ChangeEvent, useId } from 'react';
import { useImageUpload } from '../../queries/images.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** As in the contract, whose schemas stay out of the browser. */
const MAX_PHOTOS = 4;

/** Uploads a photo as soon as it is chosen. `onAdd` adds it to what is attached by then: others may have been sent or removed meanwhile. */
export function AttachPhoto({ photos, onAdd }: { photos: string[]; onAdd: (photo: string) => void }) {
  const id = useId();
  const { state, upload } = useImageUpload();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) void upload(file, onAdd);
  };
  const isSending = state.at === 'sending';
  return (
    <>
      <label
        htmlFor={id}
        className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-xl outline-offset-2 outline-accent focus-within:outline-3 hover:bg-sunken has-disabled:cursor-default has-disabled:opacity-50"
      >
        {isSending ? <Spinner /> : <Icon name="image-plus" className="size-5" />}
        <span className="sr-only">Add a photo</span>
        <input id={id} type="file" accept="image/*" className="sr-only" disabled={isSending || photos.length >= MAX_PHOTOS} onChange={choose} />
      </label>
      {state.at === 'failed' && (
        <p role="alert" className="order-first basis-full text-sm text-danger">
          {state.message}
        </p>
      )}
    </>
  );
}

/** The photos to be sent, each with a button that takes it away. */
export function AttachedPhotos({ photos, onChange }: { photos: string[]; onChange: (photos: string[]) => void }) {
  return (
    <ul className="flex basis-full flex-wrap gap-2">
      {photos.map((photo, index) => (
        <li key={photo} className="relative">
          <ListingImage address={photo} alt={`Photo ${index + 1}`} sizes="5rem" className="size-20 rounded-xl" />
          <button
            type="button"
            aria-label={`Remove photo ${index + 1}`}
            onClick={() => onChange(photos.filter((one) => one !== photo))}
            className="absolute -top-1 -right-1 grid size-11 place-items-start justify-items-end"
          >
            <span className="grid size-7 place-items-center rounded-full border border-line-strong bg-surface">
              <Icon name="x" className="size-4" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
