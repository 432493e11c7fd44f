import { DEFAULT_PROMISES } from '#contract/shared/shop-texts.ts';
import { Link } from '../router/index.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useApp } from '../use-app.tsx';

const PICTURES: readonly IconName[] = ['package-check', 'shield-check', 'rotate-ccw'];

/** The shop's promises, as a list to read in order. */
export function Promises() {
  const { config } = useApp();
  return (
    <section aria-labelledby="promises" className="border-y border-line bg-surface">
      <div className="page-width grid gap-6 py-10 md:py-20 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <div>
          <h2 id="promises" className="max-w-sm text-2xl md:text-3xl">
            Our promises
          </h2>
          <Link to="/help/buyer-protection" className="mt-2 inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4">
            Buyer protection
          </Link>
        </div>
        <ul className="divide-y divide-line border-line lg:border-t">
          {(config.promises ?? DEFAULT_PROMISES).map(({ qualityFeature, description, terms }, place) => {
            const image = PICTURES[place] ?? 'package-check';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two promises may have the same text, and none moves.
              <li key={place} className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 py-6 md:grid-cols-[auto_14rem_1fr] md:items-center md:gap-x-8 md:py-8">
                <Icon name={image} className="row-span-2 size-9 text-accent stroke-[1.5] md:row-span-1" />
                <h3 className="font-display text-xl font-semibold">{qualityFeature}</h3>
                <div className="grid max-w-prose gap-1 text-muted">
                  <p>{description}</p>
                  {terms && <p className="text-sm">{terms}</p>}
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
