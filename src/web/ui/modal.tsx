import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type ModalProps = Pick<ComponentProps<'dialog'>, 'aria-label' | 'aria-labelledby' | 'onKeyDown' | 'className' | 'children'> & {
  open: boolean;
  /** Escape was pressed, or the backdrop. What is busy may stay open. */
  onClose: () => void;
};

/** What lies above a page until it is closed: the browser's own dialog, which holds the focus, closes on Escape and gives the focus back. */
export const Modal = ({ open, onClose, className, children, ...dialog }: ModalProps) => {
  const element = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (open && !element.current?.open) element.current?.showModal();
    if (!open && element.current?.open) element.current.close();
  }, [open]);

  // The backdrop belongs to the dialog element itself; everything inside is one child.
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog already; this is the pointer's way.
    <dialog {...dialog} ref={element} onClose={onClose} onClick={closeOnBackdrop} className={classNames('p-0 text-ink', className)}>
      {open && children}
    </dialog>
  );
};
