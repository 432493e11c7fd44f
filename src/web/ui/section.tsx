import type { ReactNode } from 'react';

type SectionProps = { id?: string; title: string; action?: ReactNode; children: ReactNode };

/** A part of a page under its own heading, with a link beside it. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section id={id} className="page-width py-6 md:py-16">
      <div className="mb-3 flex items-center justify-between gap-x-3 md:mb-8">
        <h2 className="text-2xl md:text-3xl">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
