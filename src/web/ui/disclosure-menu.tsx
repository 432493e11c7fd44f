import { type ReactNode, useEffect, useRef } from 'react';

/** A menu of links that opens without JavaScript; with it, Escape, a choice and a press elsewhere close it. */
export const DisclosureMenu = ({ label, children }: { label: ReactNode; children: ReactNode }) => {
  const element = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = (): void => {
      if (element.current) element.current.open = false;
    };
    const closeElsewhere = (event: PointerEvent): void => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) close();
    };
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !element.current?.open) return;
      close();
      element.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeElsewhere);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeElsewhere);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);

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
