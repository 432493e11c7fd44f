import { type ComponentProps, type KeyboardEvent, type MouseEvent, type PointerEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { ToastHost } from './toast.tsx';

type ModalProps = Pick<ComponentProps<'dialog'>, 'aria-label' | 'aria-labelledby' | 'onKeyDown' | 'className' | 'children'> & {
  open: boolean;
  /** Escape was pressed, or the backdrop. */
  onClose: () => void;
  /** Its action is in progress: until it ends, the modal stays open. */
  busy?: boolean;
};

/** The browser's own modal dialog, which traps the focus, closes on Escape and restores the focus. */
export function Modal({ open, onClose, busy = false, onKeyDown, className, children, ...dialog }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);

  useEffect(() => {
    if (open && !element.current?.open) element.current?.showModal();
    if (!open && element.current?.open) element.current.close();
  }, [open]);

  // One that is removed while it is open wouldn't restore the focus.
  useLayoutEffect(() => () => element.current?.close(), []);

  const closed = (event: SyntheticEvent) => {
    // A dialog inside it closed: React lets that bubble.
    if (event.target !== element.current) return;
    // A browser may close it despite a canceled close request, at the second Back; then it is reopened.
    if (open && busy) element.current?.showModal();
    else onClose();
  };
  const trapEscape = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (busy && event.key === 'Escape') event.preventDefault();
    onKeyDown?.(event);
  };
  const press = ({ target }: PointerEvent): void => {
    pressed.current = target;
  };
  // The content fills it, so a click on the dialog element itself is on the backdrop. One that began in the content has selected text there. The second
  // of a double click was meant for what opened the dialog.
  const closeOnBackdrop = ({ target, detail }: MouseEvent) => {
    if (target === element.current && target === pressed.current && !busy && detail < 2) onClose();
  };

  return (
    <dialog
      {...dialog}
      ref={element}
      onKeyDown={trapEscape}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={closed}
      onPointerDown={press}
      onClick={closeOnBackdrop}
      className={classNames('p-0 whitespace-normal text-ink', className)}
    >
      {open && (
        <>
          {children}
          <ToastHost />
        </>
      )}
    </dialog>
  );
}
