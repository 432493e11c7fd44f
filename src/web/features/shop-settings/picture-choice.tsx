import { type ChangeEvent, useId } from 'react';
import { useImageUpload } from '../../queries/images.ts';
import { classNames } from '../../ui/class-names.ts';

type PictureChoiceProps = { label: string; onChoose: (address: string) => void; error?: string; hint: string; hideLabel?: boolean };

/** Uploads a chosen picture to the shop's store; `onChoose` receives its address. */
export function PictureChoice({ label, onChoose, error, hint, hideLabel = false }: PictureChoiceProps) {
  const id = useId();
  const { state, upload } = useImageUpload();

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) void upload(file, onChoose);
  };

  const isSending = state.at === 'sending';
  const wrong = state.at === 'failed' ? state.message : error;
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/heic"
        aria-describedby={`${id}-note`}
        onChange={choose}
        className="min-h-12 w-full min-w-0 text-base file:mr-3 file:min-h-11 file:rounded-xl file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold"
      />
      <p id={`${id}-note`} aria-live="polite" className={classNames('min-h-5 text-sm', wrong && !isSending ? 'text-danger' : 'text-muted')}>
        {isSending ? 'Uploading…' : (wrong ?? hint)}
      </p>
    </div>
  );
}
