import type { ReactNode } from 'react';

export type Figure = { name: string; value: ReactNode };

/** Numbers beside each other, each above its name. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="flex max-w-2xl flex-wrap gap-px overflow-hidden rounded-2xl border border-line bg-line">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex flex-1 basis-32 flex-col-reverse justify-end bg-surface p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-display text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
