import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type SectionProps = { id?: string; title: string; intro?: ReactNode; action?: ReactNode; className?: string; children: ReactNode };

/** A part of a page under its own heading, with a link beside it. */
export function Section({ id, title, intro, action, className, children }: SectionProps) {
  return (
    <section id={id} className={classNames('page-width py-6 md:py-16', className)}>
      <div className="mb-3 md:mb-8">
        <div className="flex items-center justify-between gap-x-3">
          <h2 className="text-2xl md:text-3xl">{title}</h2>
          {action}
        </div>
        {intro && <div className="mt-2 max-w-prose text-lg text-muted">{intro}</div>}
      </div>
      {children}
    </section>
  );
}
