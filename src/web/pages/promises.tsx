import { PackageCheck, RotateCcw, ShieldCheck } from 'lucide-react';

const PROMISES = [
  {
    Image: PackageCheck,
    qualityFeature: 'Fast delivery',
    description: 'Most sellers live near their buyers: agree on a place, and the phone is in your hand within days.',
  },
  {
    Image: ShieldCheck,
    qualityFeature: 'Best quality',
    description: 'Every listing tells condition, age and the full specification, and a badge marks sellers we have verified.',
  },
  {
    Image: RotateCcw,
    qualityFeature: 'Free return',
    description: 'If the phone is not what was described, say so when you meet and walk away; it costs you nothing.',
  },
];

/** What the shop stands for, in three lines. */
export const Promises = () => (
  <section aria-labelledby="promises" className="border-y border-line bg-surface">
    <h2 id="promises" className="sr-only">
      What you can rely on
    </h2>
    <ul className="page-width grid gap-8 py-10 md:grid-cols-3 md:gap-12 md:py-16">
      {PROMISES.map(({ Image, qualityFeature, description }) => (
        <li key={qualityFeature} className="flex gap-4">
          <span className="grid size-14 shrink-0 place-items-center rounded-2xl bg-accent-soft text-accent">
            <Image className="size-7" aria-hidden="true" />
          </span>
          <div>
            <h3 className="font-display text-xl font-semibold">{qualityFeature}</h3>
            <p className="mt-1 text-muted">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);
