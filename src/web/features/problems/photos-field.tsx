import { type ChangeEvent, useEffect, useId, useRef } from 'react';
import { MAX_STATEMENT_PHOTOS } from '#contract/shared/problem-limits.ts';
import { useImageUpload } from '../../queries/images.ts';
import { ListingImage } from '../../ui/listing-image.tsx';

type PhotosFieldProps = { photos: string[]; onChange: (photos: string[]) => void };

/** Photos that show a problem, each uploaded when it is chosen. */
export function PhotosField({ photos, onChange }: PhotosFieldProps) {
  const id = useId();
  const { state, upload } = useImageUpload();
  // Others may be sent or removed while one is uploaded.
  const chosen = useRef(photos);
  useEffect(() => {
    chosen.current = photos;
  }, [photos]);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) void upload(file, (address) => onChange([...chosen.current, address]));
  };
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-medium">
        Photos
      </label>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <li key={photo} className="grid gap-1">
              <ListingImage address={photo} alt={`Photo ${index + 1}`} sizes="5rem" className="size-20 rounded-xl" />
              <button type="button" className="min-h-11 text-sm underline underline-offset-4" onClick={() => onChange(photos.filter((one) => one !== photo))}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={photos.length >= MAX_STATEMENT_PHOTOS || state.at === 'sending'}
        aria-describedby={`${id}-note`}
        onChange={choose}
        className="min-h-12 w-full min-w-0 text-base file:mr-3 file:min-h-11 file:rounded-xl file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold"
      />
      <p id={`${id}-note`} aria-live="polite" className={state.at === 'failed' ? 'min-h-5 text-sm text-danger' : 'min-h-5 text-sm text-muted'}>
        {state.at === 'sending'
          ? `Uploading photo: ${state.percent}%`
          : state.at === 'failed'
            ? state.message
            : `Up to ${MAX_STATEMENT_PHOTOS}. Both sides and the shop can see them.`}
      </p>
    </div>
  );
}
