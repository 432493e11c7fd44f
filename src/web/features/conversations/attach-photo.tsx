import { type ChangeEvent, type MouseEvent, type RefObject, useId } from 'react';
import type { PhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** As in the contract, whose schemas stay out of the browser. */
const MAX_PHOTOS = 4;

type AttachPhotoProps = { photos: string[]; upload: PhotoUpload; field: RefObject<HTMLInputElement | null>; onAdd: (photo: string) => void };

/** Uploads a photo as soon as it is chosen. `onAdd` adds it to what is attached by then: others may have been removed meanwhile. */
export function AttachPhoto({ photos, upload, field, onAdd }: AttachPhotoProps) {
  const id = useId();
  const isClosed = upload.isUnderWay || photos.length >= MAX_PHOTOS;
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file && !isClosed) void upload.upload(file, onAdd);
  };
  const openChooser = (event: MouseEvent): void => {
    if (isClosed) event.preventDefault();
  };
  return (
    <>
      {upload.text !== null && <UploadState upload={upload} />}
      <p role="status" className="sr-only">
        {upload.isUploaded && 'The photo is attached.'}
      </p>
      <label
        htmlFor={id}
        className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-xl outline-offset-2 outline-accent focus-within:outline-3 hover:bg-sunken has-aria-disabled:cursor-default has-aria-disabled:opacity-50"
      >
        {upload.isUnderWay ? <Spinner /> : <Icon name="image-plus" className="size-5" />}
        <span className="sr-only">Add a photo</span>
        <input
          ref={field}
          id={id}
          type="file"
          accept="image/*"
          aria-disabled={isClosed || undefined}
          className="sr-only"
          onClick={openChooser}
          onChange={choose}
        />
      </label>
    </>
  );
}

function UploadState({ upload: { text, progress, isWrong, isUnderWay, cancel } }: { upload: PhotoUpload }) {
  return (
    <div className="order-first flex basis-full items-center justify-between gap-2">
      <p className={classNames('min-w-0 flex-1 text-sm', isWrong ? 'text-danger' : 'text-muted')}>
        <span aria-live="polite">{text}</span>
        {progress}
      </p>
      {isUnderWay && (
        <Button variant="secondary" size="small" className="shrink-0" onClick={cancel}>
          Cancel upload
        </Button>
      )}
    </div>
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
