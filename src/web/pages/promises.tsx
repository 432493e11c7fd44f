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

/** What the shop stands for: one thing after the other, to be read rather than looked over. */
export const Promises = () => (
  <section aria-labelledby="promises" className="border-y border-line bg-surface">
    <div className="page-width grid gap-6 py-10 md:py-20 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
      <h2 id="promises" className="max-w-sm text-2xl md:text-3xl">
        What you can rely on
      </h2>
      <ul className="divide-y divide-line border-line lg:border-t">
        {PROMISES.map(({ Image, qualityFeature, description }) => (
          <li key={qualityFeature} className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 py-6 md:grid-cols-[auto_14rem_1fr] md:items-center md:gap-x-8 md:py-8">
            <Image className="row-span-2 size-9 text-accent md:row-span-1" strokeWidth={1.5} aria-hidden="true" />
            <h3 className="font-display text-xl font-semibold">{qualityFeature}</h3>
            <p className="max-w-prose text-muted">{description}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
