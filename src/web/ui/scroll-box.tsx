import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type ScrollBoxProps = { label: string; className?: string; children: ReactNode };

/** A part of a page that scrolls by itself, by keyboard, too. On paper it is whole. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section tabIndex={0} aria-label={label} className={classNames(className, 'print:max-h-none print:overflow-visible')}>
      {children}
    </section>
  );
}
