import type { ReactNode } from 'react';
import type { PhotoUpload } from '../photo-upload/use-photo-upload.ts';
import { FileField } from './file-field.tsx';

type PhotoFieldProps = {
  label: string;
  isLabelHidden?: boolean;
  accept?: string;
  hint?: string;
  error?: string | undefined;
  isFull?: boolean;
  /** The form's upload, which sends the photo as soon as it is chosen. */
  upload: PhotoUpload;
  onUploaded: (address: string, signal: AbortSignal) => unknown;
  /** What was uploaded. */
  children?: ReactNode;
};

/** Chooses one photo and uploads it, with its progress. */
export function PhotoField({ accept = 'image/*', hint = '', error, upload, onUploaded, ...field }: PhotoFieldProps) {
  return (
    <FileField
      {...field}
      ref={upload.field}
      accept={accept}
      note={upload.text ?? error ?? hint}
      progressNote={upload.progress}
      done={upload.isUploaded ? 'The photo is uploaded.' : ''}
      isWrong={upload.isWrong || (upload.text === null && error !== undefined)}
      isBusy={upload.isUnderWay}
      onChoose={(file) => void upload.upload(file, onUploaded)}
      onCancel={upload.cancel}
    />
  );
}
