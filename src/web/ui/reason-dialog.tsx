import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { forgetDraft, useDraftEntry } from '../form-draft.ts';
import { type Fault, faultOf, fieldsOf } from '../form-errors.ts';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextAreaField } from './field.tsx';
import { FormError } from './form-error.tsx';
import { useFocusOnError } from './use-focus-on-error.ts';
import { useSingleFlight } from './use-single-flight.ts';

export type ReasonDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The name of its draft, in which what was typed survives a reload: what is done, and to what. Further fields are entries of it. */
  draft: string;
  /** The form's full name for screen readers: what is done, and to what. */
  name: string;
  title: string;
  /** What will happen, in a sentence or two. */
  consequence: string;
  label?: string;
  hint?: string;
  max?: number;
  missing?: string;
  variant?: ButtonVariant;
  /** Usual texts to pick from. */
  suggestions?: readonly string[];
  /** The label of its button, and of the one that changes nothing. */
  send: string;
  dismiss?: string;
  /** Further fields. */
  children?: ReactNode;
  /** Whether the further fields are filled in; shows their errors otherwise. */
  isComplete?: () => boolean;
  /** Performs the action; rejects with the reason it could not. */
  onSubmit: (text: string) => Promise<unknown>;
  /** Shows that reason at a further field; returns false when it isn't about one. */
  onRefused?: (error: unknown) => boolean;
};

/** Asks for a text. It is restored when the dialog was closed by mistake. */
export function ReasonDialog({
  open,
  onOpenChange,
  draft,
  name,
  title,
  consequence,
  label = 'Reason',
  hint,
  max = 500,
  missing = 'A reason is required.',
  variant = 'secondary',
  suggestions = [],
  send,
  dismiss = 'Cancel',
  children,
  isComplete = () => true,
  onSubmit,
  onRefused = () => false,
}: ReasonDialogProps) {
  const [text, setText] = useDraftEntry(draft, 'text', '');
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, fault);
  const [busy, setBusy] = useState(false);

  const change = (opened: boolean): void => {
    setFault(null);
    onOpenChange(opened);
  };
  const submit = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    const isWhole = isComplete();
    if (text.trim() === '') return setFault({ field: missing });
    setFault(isWhole ? null : {});
    if (!isWhole) return;
    setBusy(true);
    await onSubmit(text).then(
      () => {
        onOpenChange(false);
        setText('');
        forgetDraft(draft);
      },
      (error: unknown) => setFault(onRefused(error) ? {} : faultOf(error, ...Object.keys(fieldsOf(error)))),
    );
    setBusy(false);
  });

  return (
    <Dialog open={open} onOpenChange={change} title={title} busy={busy}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4" aria-label={name}>
        <p className="text-muted">{consequence}</p>
        <TextAreaField
          label={label}
          hint={hint}
          value={text}
          maxLength={max}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          {...(fault?.field !== undefined && { error: fault.field })}
        />
        {suggestions.length > 0 && <Suggestions texts={suggestions} onPick={setText} />}
        {children}
        <FormError>{fault?.whole}</FormError>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => change(false)} disabled={busy}>
            {dismiss}
          </Button>
          <Button type="submit" variant={variant === 'risky' ? 'danger' : 'primary'} busy={busy}>
            {send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Suggestions({ texts, onPick }: { texts: readonly string[]; onPick: (text: string) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {texts.map((text) => (
        <button
          key={text}
          type="button"
          onClick={() => onPick(text)}
          className="min-h-11 rounded-full border border-line-strong px-4 py-1.5 text-left text-sm hover:bg-sunken"
        >
          {text}
        </button>
      ))}
    </div>
  );
}
