import { type ChangeEvent, type MouseEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { useFocusHeir } from './use-focus-heir.ts';

type FileFieldProps = {
  label: string;
  isLabelHidden?: boolean | undefined;
  accept: string;
  /** The line below the field: a hint, progress, or what is wrong. */
  note: string;
  /** How far it is, after the note; it changes too often to be announced. */
  progressNote?: string;
  /** Announced before the note, unseen: a file was sent. */
  done?: string;
  isWrong: boolean;
  /** A file is being sent, which can be canceled: no other one can be chosen. */
  isBusy: boolean;
  /** Enough files were chosen. */
  isFull?: boolean | undefined;
  onChoose: (file: File) => void;
  onCancel: () => void;
  ref?: RefObject<HTMLInputElement | null>;
  /** What was chosen, shown above the field. */
  children?: ReactNode;
  /** Shown below the note while a file is being sent. */
  progress?: ReactNode;
};

/** Chooses one file, which is sent at once. It is never disabled, because it would lose the focus, but then opens no chooser. */
export function FileField({
  label,
  isLabelHidden = false,
  accept,
  note,
  progressNote = '',
  done = '',
  isWrong,
  isBusy,
  isFull = false,
  onChoose,
  onCancel,
  ref,
  children,
  progress,
}: FileFieldProps) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  const isClosed = isBusy || isFull;

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file && !isClosed) onChoose(file);
    // Without this, choosing a removed file again would fire no event.
    currentTarget.value = '';
  };
  const openChooser = (event: MouseEvent): void => {
    if (isClosed) event.preventDefault();
  };

  return (
    <div {...useFocusHeir(field)} className="grid min-w-0 content-start gap-2">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {children}
      <input
        ref={field}
        id={id}
        type="file"
        accept={accept}
        aria-disabled={isClosed || undefined}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-note`}
        onClick={openChooser}
        onChange={choose}
        className="min-h-12 w-full min-w-0 text-base file:mr-3 file:min-h-11 file:rounded-xl file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold aria-disabled:opacity-60"
      />
      <p id={`${id}-note`} className={isWrong ? 'min-h-5 text-sm text-danger' : 'min-h-5 text-sm text-muted'}>
        <span aria-live="polite">
          {done !== '' && <span className="sr-only">{done} </span>}
          {note}
        </span>
        {progressNote}
      </p>
      {isBusy && progress}
      {isBusy && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={onCancel}>
          Cancel upload
        </Button>
      )}
    </div>
  );
}
