import { type ReactNode, useRef } from 'react';
import { useDismiss } from './use-dismiss.ts';

/** A menu of links that opens without JavaScript; with it, Escape, a choice and a press elsewhere close it. */
export const DisclosureMenu = ({ label, children }: { label: ReactNode; children: ReactNode }) => {
  const element = useRef<HTMLDetailsElement>(null);

  useDismiss(element, {
    isOpen: () => element.current?.open ?? false,
    close: () => element.current?.removeAttribute('open'),
    opener: () => element.current?.querySelector('summary'),
  });

  const closeAfterChoice = (event: { target: EventTarget }): void => {
    if (element.current && event.target instanceof Element && event.target.closest('a')) element.current.open = false;
  };

  return (
    <details ref={element} className="group relative">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-xl px-4 font-semibold hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {label}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; their presses bubble here. */}
      <div onClick={closeAfterChoice} className="absolute right-0 z-50 mt-2 grid min-w-44 rounded-xl border border-line bg-surface p-1.5 shadow-overlay">
        {children}
      </div>
    </details>
  );
};

export const DISCLOSURE_ITEM = 'flex min-h-11 items-center gap-3 rounded-lg px-3 hover:bg-sunken';
