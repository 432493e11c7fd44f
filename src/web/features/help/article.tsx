import type { ReactNode } from 'react';

/** A part of a help page under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** Numbered steps, each a few words and what they mean. */
export function NumberedSteps({ steps }: { steps: readonly { title: string; text: ReactNode }[] }) {
  return (
    <ol className="grid gap-4">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex items-start gap-4">
          <span
            className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent tabular-nums"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <div className="min-w-0 pt-1">
            <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What happens in each of several cases. */
export function Cases({ cases }: { cases: readonly { title: string; text: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line rounded-2xl border border-line bg-surface">
      {cases.map(({ title, text }) => (
        <div key={title} className="grid gap-1 p-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-6 sm:p-5">
          <dt className="font-semibold">{title}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-muted">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
