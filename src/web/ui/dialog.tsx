import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  className?: string;
};

/** A modal dialog: the browser's own, which holds the focus, closes on Escape and gives the focus back. */
export const Dialog = ({ open, onOpenChange, title, children, className }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (open && !element.current?.open) element.current?.showModal();
    if (!open && element.current?.open) element.current.close();
  }, [open]);

  // The backdrop belongs to the dialog element itself; everything inside is one child.
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === element.current) onOpenChange(false);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog already; this is the pointer's way.
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onClose={() => onOpenChange(false)}
      onClick={closeOnBackdrop}
      className={classNames('m-auto max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] overflow-auto rounded-2xl bg-surface p-0 text-ink shadow-overlay', className)}
    >
      {open && (
        <div className="p-6">
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            <button
              type="button"
              onClick={() => onOpenChange(false)}
              className="-m-2 grid size-11 shrink-0 place-items-center rounded-xl hover:bg-sunken"
              aria-label="Close"
            >
              <X className="size-5" aria-hidden="true" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
};

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, in a sentence. */
  children: ReactNode;
  onConfirm: () => void;
  busy?: boolean;
};

export const ConfirmDialog = ({ open, onOpenChange, title, children, onConfirm, busy = false }: ConfirmDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={title}>
    <div className="text-muted">{children}</div>
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={() => onOpenChange(false)} disabled={busy}>
        Cancel
      </Button>
      <Button variant="danger" onClick={onConfirm} busy={busy}>
        Yes, I'm sure
      </Button>
    </div>
  </Dialog>
);
