import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';
import { useSingleFlight } from './use-single-flight.ts';

type ConfirmButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className' | 'disabled'> &
  Pick<ConfirmDialogProps, 'title' | 'children' | 'confirm' | 'dismiss'> & {
    button: ReactNode;
    /** The button’s name for screen readers, where its text alone would be ambiguous. */
    name?: string;
    /** What is shown at a pointer, such as why the button is disabled. */
    hint?: string | undefined;
    /** The look of the dialog’s own button. */
    confirmVariant?: ButtonVariant;
    /** Does it, and shows the result. While it runs, the dialog stays open; if it rejects, also afterwards. */
    onConfirm: () => Promise<unknown>;
  };

/** A button that asks for confirmation. */
export function ConfirmButton({
  button,
  name,
  hint,
  onConfirm,
  confirmVariant,
  variant = 'secondary',
  size,
  className,
  disabled,
  ...dialog
}: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = useSingleFlight(async () => {
    setBusy(true);
    await onConfirm().then(
      () => setOpen(false),
      () => {},
    );
    setBusy(false);
  });
  const own = { variant, size, className, disabled };
  return (
    <>
      <Button {...own} aria-label={name} title={hint} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <ConfirmDialog open={open} onOpenChange={setOpen} onConfirm={() => void confirm()} busy={busy} variant={confirmVariant} {...dialog} />
    </>
  );
}
