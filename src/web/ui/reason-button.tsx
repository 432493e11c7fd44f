import { type FormEvent, type ReactNode, useState } from 'react';
import { sentenceOf } from '../error-sentence.ts';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextAreaField } from './field.tsx';
import { useSingleFlight } from './use-single-flight.ts';

type ReasonButtonProps = {
  button: string;
  /** The full name of button and form for screen readers: what is done, and to what. */
  name: string;
  title: string;
  /** What will happen, in a sentence or two. */
  consequence: string;
  label?: string;
  hint?: string;
  max?: number;
  missing?: string;
  variant?: ButtonVariant;
  /** The label of the dialog's own button, where it differs. */
  send?: string;
  /** Further fields. */
  children?: ReactNode;
  /** Performs the action; rejects with the reason it could not. */
  onSubmit: (text: string) => Promise<unknown>;
};

/** A button that asks for a text first. The text is restored when the dialog was closed by mistake. */
export function ReasonButton({
  button,
  name,
  title,
  consequence,
  label = 'Reason',
  hint,
  max = 500,
  missing = 'A reason is required.',
  variant = 'secondary',
  send = button,
  children,
  onSubmit,
}: ReasonButtonProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setProblem(missing);
    setProblem(null);
    setBusy(true);
    await onSubmit(text).then(
      () => {
        setOpen(false);
        setText('');
      },
      (error: unknown) => setProblem(sentenceOf(error)),
    );
    setBusy(false);
  });

  return (
    <>
      <Button variant={variant} size="small" aria-label={name} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} busy={busy}>
        <form noValidate onSubmit={submit} className="grid gap-4" aria-label={name}>
          <p className="text-muted">{consequence}</p>
          <TextAreaField
            label={label}
            hint={hint}
            value={text}
            maxLength={max}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            {...(problem !== null && { error: problem })}
          />
          {children}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setOpen(false)} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" variant={variant === 'risky' ? 'danger' : 'primary'} busy={busy}>
              {send}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
