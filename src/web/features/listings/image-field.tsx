import { ImageUp } from 'lucide-react';
import { type ChangeEvent, type Ref, useEffect, useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

type ImageFieldProps = { file: File | null; onChoose: (file: File | null) => void; error?: string; ref?: Ref<HTMLInputElement> };

/** An address of the chosen file for this page alone; given back when another is chosen. */
const usePreview = (file: File | null): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
};

/** Chooses the listing's picture and shows it. */
export const ImageField = ({ file, onChoose, error, ref }: ImageFieldProps) => {
  const id = useId();
  const preview = usePreview(file);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = event.target.files?.[0];
    // Closing the chooser without a choice keeps what was chosen before.
    if (chosen) onChoose(chosen);
  };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        Image
      </label>
      <div
        className={classNames(
          'relative grid aspect-[4/3] max-w-sm place-items-center overflow-hidden rounded-2xl border border-dashed bg-surface focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent',
          error ? 'border-danger' : 'border-line-strong',
        )}
      >
        {preview ? (
          <img src={preview} alt="What you chose" className="absolute inset-0 size-full object-contain" />
        ) : (
          <span className="grid justify-items-center gap-2 p-4 text-center text-muted" aria-hidden="true">
            <ImageUp className="size-8" />
            Choose a picture, or drop it here
          </span>
        )}
        <input
          ref={ref}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/heif,image/heic,image/avif"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          // Otherwise choosing the same file again, after the form was emptied, would not be told.
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onChange={choose}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      <p id={`${id}-note`} aria-live="polite" className={classNames('min-h-5 text-sm break-all', error ? 'text-danger' : 'text-muted')}>
        {error ?? file?.name ?? 'JPEG, PNG, WebP, HEIF or AVIF, up to 10 MB'}
      </p>
    </div>
  );
};
