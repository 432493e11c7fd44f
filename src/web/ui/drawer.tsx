import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from '../router/index.ts';
import { Icon } from './icon.tsx';

/** The button that opens the drawer with this id, wherever it is on the page; the browser itself connects the two. */
export function DrawerToggle({ drawerId, label }: { drawerId: string; label: string }) {
  return (
    <button type="button" popoverTarget={drawerId} aria-label={label} className="grid size-11 place-items-center rounded-xl hover:bg-sunken md:hidden">
      <Icon name="panel-left-open" className="size-6" />
    </button>
  );
}

/** A panel at the left edge of small screens; Escape, a click elsewhere or a choice closes it. */
export function Drawer({ id, children }: { id: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: reruns to close it when the address changes.
  useEffect(() => {
    if (element.current?.matches(':popover-open')) element.current.hidePopover();
  }, [pathname]);

  return (
    <div
      ref={element}
      id={id}
      popover="auto"
      className="fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-dvh w-80 max-w-[85vw] overflow-y-auto bg-surface p-5 text-ink shadow-overlay md:hidden"
    >
      <div className="mb-2 flex justify-end">
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close"
          className="grid size-11 place-items-center rounded-xl hover:bg-sunken"
        >
          <Icon name="x" className="size-5" />
        </button>
      </div>
      {children}
    </div>
  );
}
