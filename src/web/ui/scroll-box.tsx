import type { ReactNode } from 'react';

type ScrollBoxProps = { label: string; className?: string; children: ReactNode };

/** A part of a page that scrolls by itself, by keyboard, too. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section tabIndex={0} aria-label={label} className={className}>
      {children}
    </section>
  );
}
