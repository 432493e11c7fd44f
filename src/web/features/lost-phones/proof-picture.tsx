import { type ChangeEvent, useId } from 'react';
import { type ImageUpload, useImageUpload } from '../../queries/images.ts';
import { Button } from '../../ui/button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';

type ProofPictureProps = { address: string; onChange: (address: string) => void; error: string | undefined };

/** One picture that proves ownership, uploaded when it is chosen. */
export function ProofPicture({ address, onChange, error }: ProofPictureProps) {
  const id = useId();
  const { state, upload, cancel } = useImageUpload();

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) void upload(file, onChange);
  };

  const text = describeUpload(state) ?? error ?? null;
  const isWrong = state.at === 'failed' || (error !== undefined && state.at !== 'sending');
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="font-medium">
        Photo of the box or receipt
      </label>
      {address !== '' && <ListingImage address={address} alt="Your photo" sizes="8rem" className="size-32 rounded-xl" />}
      <input
        id={id}
        type="file"
        accept="image/*"
        aria-describedby={`${id}-note`}
        onChange={choose}
        className="min-h-12 w-full min-w-0 text-base file:mr-3 file:min-h-11 file:rounded-xl file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold"
      />
      <p id={`${id}-note`} aria-live="polite" className={isWrong ? 'min-h-5 text-sm text-danger' : 'min-h-5 text-sm text-muted'}>
        {text ?? 'Only our admins can see it.'}
      </p>
      {state.at === 'sending' && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={cancel}>
          Cancel
        </Button>
      )}
      {address !== '' && state.at !== 'sending' && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={() => onChange('')}>
          Remove photo
        </Button>
      )}
    </div>
  );
}

function describeUpload(state: ImageUpload): string | null {
  if (state.at === 'sending') return `Uploading photo: ${state.percent}%`;
  return state.at === 'failed' ? state.message : null;
}
