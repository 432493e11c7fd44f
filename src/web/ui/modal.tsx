import { type ComponentProps, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type ModalProps = Pick<ComponentProps<'dialog'>, 'aria-label' | 'aria-labelledby' | 'onKeyDown' | 'className' | 'children'> & {
  open: boolean;
  /** Escape was pressed, or the backdrop. */
  onClose: () => void;
  /** What was begun in it has not ended: until then it stays open. */
  busy?: boolean;
};

/** What lies above a page until it is closed: the browser's own dialog, which holds the focus, closes on Escape and gives the focus back. */
export function Modal({ open, onClose, busy = false, onKeyDown, className, children, ...dialog }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (open && !element.current?.open) element.current?.showModal();
    if (!open && element.current?.open) element.current.close();
  }, [open]);

  // A browser may close it although it was asked not to, at the second time somebody goes back; then it is opened again.
  const closed = () => (open && busy ? element.current?.showModal() : onClose());
  const trapEscape = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (busy && event.key === 'Escape') event.preventDefault();
    onKeyDown?.(event);
  };
  // The backdrop belongs to the dialog element itself; everything inside is one child.
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === element.current && !busy) onClose();
  };

  return (
    <dialog
      {...dialog}
      ref={element}
      onKeyDown={trapEscape}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={closed}
      onClick={closeOnBackdrop}
      className={classNames('p-0 text-ink', className)}
    >
      {open && children}
    </dialog>
  );
}
