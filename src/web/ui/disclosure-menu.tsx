import { type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';
import { useDismiss } from './use-dismiss.ts';

type DisclosureMenuProps = {
  label: ReactNode;
  /** As wide as an icon. Its links align with the right edge of the nearest positioned ancestor, so that they stay on the screen. */
  compact?: boolean;
  children: ReactNode;
};

/** A menu of links that opens without JavaScript; with it, Escape, a choice or a click elsewhere closes it. */
export function DisclosureMenu({ label, compact = false, children }: DisclosureMenuProps) {
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
    <details ref={element} className={classNames('group', !compact && 'relative')}>
      <summary
        className={classNames(
          'inline-flex min-h-11 list-none items-center justify-center gap-1.5 rounded-xl font-semibold sm:gap-2 hover:bg-sunken [&::-webkit-details-marker]:hidden',
          compact ? 'min-w-11' : 'px-2 sm:px-4',
        )}
      >
        {label}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are clicked; their clicks bubble here. */}
      <div
        onClick={closeAfterChoice}
        className="absolute right-0 z-50 -mt-1 hidden min-w-44 group-open:grid md:mt-2 rounded-xl border border-line bg-surface p-1.5 shadow-overlay"
      >
        {children}
      </div>
    </details>
  );
}

export const DISCLOSURE_ITEM = 'flex min-h-11 items-center gap-3 rounded-lg px-3 hover:bg-sunken';
