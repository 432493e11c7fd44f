import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  /** Its action is in progress: until it ends, the dialog stays open. */
  busy?: boolean;
};

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, in a sentence. */
  children: ReactNode;
  onConfirm: () => void;
  /** The label of the button that confirms; money names the amount and the person. */
  confirm?: string;
  /** The label of the button that changes nothing. */
  dismiss?: string;
  /** `danger` for what can’t be undone. */
  variant?: ButtonVariant;
  busy?: boolean;
};

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  onConfirm,
  confirm = "Yes, I'm sure",
  dismiss = 'Cancel',
  variant = 'danger',
  busy = false,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} busy={busy}>
      <div className="text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => onOpenChange(false)} disabled={busy}>
          {dismiss}
        </Button>
        <Button variant={variant} onClick={onConfirm} busy={busy}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}

/** A confirmation or closer look, in the middle of the screen. */
export function Dialog({ open, onOpenChange, title, children, busy = false }: DialogProps) {
  const titleId = useId();
  const content = useRef<HTMLDivElement>(null);
  // The browser focuses a dialog's first control, which is Close: the first space of who types at once would close it.
  useEffect(() => {
    if (open) content.current?.querySelector<HTMLElement>('input:not([type=file]), select, textarea')?.focus();
  }, [open]);

  return (
    <Modal
      open={open}
      onClose={() => onOpenChange(false)}
      busy={busy}
      aria-labelledby={titleId}
      className="m-auto max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] overflow-auto rounded-2xl bg-surface shadow-overlay"
    >
      <div ref={content} className="p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <button
            type="button"
            onClick={() => onOpenChange(false)}
            disabled={busy}
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-xl enabled:hover:bg-sunken disabled:opacity-60"
            aria-label="Close"
          >
            <Icon name="x" className="size-5" />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}
