import { createContext, type ReactNode, use, useId, useRef, useState } from 'react';
import { Link } from '../router/index.ts';
import { useDismiss } from './use-dismiss.ts';

const ITEM = 'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left hover:bg-sunken';

const CloseMenu = createContext({ close: () => {}, leave: () => {} });

type MenuProps = {
  /** The accessible name of the button that opens it. */
  label: string;
  button: ReactNode;
  children: ReactNode;
};

/** A button that opens a few links and buttons below itself. Escape, a choice, a click elsewhere or moving the focus out closes it. */
export function Menu({ label, button, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => setOpen(false);
  /** The chosen entry goes with the menu, and a dialog that it opens restores the focus later. */
  const leave = (): void => {
    opener.current?.focus();
    close();
  };
  useDismiss(frame, { isOpen: () => open, close, opener: () => opener.current });

  return (
    <div ref={frame} className="relative">
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="grid size-11 place-items-center rounded-full"
      >
        {button}
      </button>
      {open && (
        <div
          ref={scrollIntoView}
          id={id}
          className="absolute right-0 z-50 mt-2 min-w-56 scroll-m-4 rounded-xl border border-line bg-surface p-1.5 text-ink shadow-overlay"
        >
          <CloseMenu value={{ close, leave }}>{children}</CloseMenu>
        </div>
      )}
    </div>
  );
}

/** Near the bottom of the screen, its last entries would be below it. */
function scrollIntoView(menu: HTMLElement | null): void {
  menu?.scrollIntoView({ block: 'nearest' });
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={ITEM} onClick={use(CloseMenu).close}>
      {children}
    </Link>
  );
}

export function MenuButton({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  const { leave } = use(CloseMenu);
  return (
    <button
      type="button"
      className={ITEM}
      onClick={() => {
        leave();
        onSelect();
      }}
    >
      {children}
    </button>
  );
}
