import { useState } from 'react';
import { Button } from './button.tsx';
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.tsx';

type ReasonButtonProps = Omit<ReasonDialogProps, 'open' | 'onOpenChange' | 'send'> & {
  /** The button's text; its full name is `name`. */
  button: string;
  /** The label of the dialog's own button, where it differs. */
  send?: string;
};

/** A button that asks for a text first. */
export function ReasonButton({ button, send = button, variant = 'secondary', ...dialog }: ReasonButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} size="small" aria-label={dialog.name} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <ReasonDialog open={open} onOpenChange={setOpen} send={send} variant={variant} {...dialog} />
    </>
  );
}
