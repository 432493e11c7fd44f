import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';

type SheetProps = { open: boolean; onClose: () => void; title: string; children: ReactNode; footer?: ReactNode };

/** A dialog at the bottom of a phone's screen, at the right of a larger one. */
export function Sheet({ open, onClose, title, children, footer }: SheetProps) {
  const titleId = useId();

  return (
    <Modal
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      className="mx-0 mt-auto mb-0 max-h-[85dvh] w-full max-w-none overflow-hidden rounded-t-2xl bg-surface shadow-overlay md:mt-0 md:ml-auto md:h-dvh md:max-h-none md:max-w-md md:rounded-none"
    >
      <div className="flex max-h-[85dvh] flex-col md:h-full md:max-h-none">
        <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-3 pl-5">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <button type="button" onClick={onClose} aria-label="Close" className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-sunken">
            <Icon name="x" className="size-5" />
          </button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5">{children}</div>
        {footer && <div className="flex gap-3 border-t border-line p-4">{footer}</div>}
      </div>
    </Modal>
  );
}
