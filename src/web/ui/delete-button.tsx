import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { useSingleFlight } from './use-single-flight.ts';

type DeleteButtonProps = {
  /** What will be deleted, for screen readers and the confirmation. */
  name: string;
  /** What will happen, in a sentence. */
  children: ReactNode;
  /** Deletes it and shows the result; never rejects. */
  onConfirm: () => Promise<unknown>;
  disabled?: boolean;
  /** Why it is disabled. */
  title?: string;
};

/** A Delete button that asks for confirmation. */
export function DeleteButton({ name, children, onConfirm, disabled, title }: DeleteButtonProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  const confirm = useSingleFlight(async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    setOpen(false);
  });

  return (
    <>
      <Button variant="risky" size="small" aria-label={`Delete ${name}`} title={title} disabled={disabled} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog open={open} onOpenChange={setOpen} title={`Delete ${name}?`} onConfirm={() => void confirm()} busy={busy}>
        {children}
      </ConfirmDialog>
    </>
  );
}
