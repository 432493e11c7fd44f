import { type ReactNode, Suspense } from 'react';
import { SECTIONS, type SectionName } from '#contract/shared/shop-texts.ts';
import { BrandGrid } from '../features/catalog/brand-grid.tsx';
import { brandsOptions } from '../features/catalog/queries.ts';
import { NewArrivals } from '../features/listings/browsing/new-arrivals.tsx';
import { newArrivalsOptions } from '../features/listings/queries.ts';
import { Offers } from '../features/promotion/offers.tsx';
import { offersOptions } from '../features/promotion/queries.ts';
import type { PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { AllPhonesLink } from '../ui/all-phones-link.tsx';
import { Section } from '../ui/section.tsx';
import { useApp } from '../use-app.tsx';
import { Promises } from './promises.tsx';
import { ShopWindow } from './shop-window.tsx';

const PARTS: Record<SectionName, ReactNode> = {
  arrivals: <NewArrivals />,
  brands: (
    <Section id="popular-brands" title="Explore Popular Brands">
      <BrandGrid />
      <p className="mt-4">
        <AllPhonesLink />
      </p>
    </Section>
  ),
  promises: <Promises />,
  offers: <Offers />,
};

export const load: PageModule['load'] = async ({ shop: { api }, queries, url }) => {
  await readAhead(
    Promise.all([
      queries.prefetchQuery(brandsOptions(api)),
      queries.prefetchQuery(newArrivalsOptions(api)),
      queries.prefetchInfiniteQuery(offersOptions(api, url.searchParams.get('cursor'))),
    ]),
  );
  return null;
};

/** The shop window, and below it the home page's sections in the shop's order. */
export function Page() {
  const { config } = useApp();
  return (
    <>
      <h1 className="sr-only">{config.shopName}: used phones</h1>
      <ShopWindow />
      {(config.sections ?? SECTIONS).map((name) => (
        // Nothing in a section suspends: the boundary lets React hydrate one after another.
        <Suspense key={name}>{PARTS[name]}</Suspense>
      ))}
    </>
  );
}
