import type { ReactNode } from 'react';
import { SECTIONS, type SectionName } from '#contract/shop-texts.ts';
import { BrandGrid } from '../features/catalogue/brand-grid.tsx';
import { NewArrivals } from '../features/listings/new-arrivals.tsx';
import { Offers } from '../features/promotion/offers.tsx';
import { useShop } from '../shop.tsx';
import { Section } from '../ui/section.tsx';
import { Promises } from './promises.tsx';
import { ShopWindow } from './shop-window.tsx';

const PARTS: Record<SectionName, ReactNode> = {
  arrivals: <NewArrivals key="arrivals" />,
  brands: (
    <Section key="brands" id="popular-brands" title="Explore Popular Brands">
      <BrandGrid />
    </Section>
  ),
  promises: <Promises key="promises" />,
  offers: <Offers key="offers" />,
};

/** The shop window, and below it the parts of the first page in the shop's order. */
export const HomeSections = () => {
  const { config } = useShop();
  return (
    <>
      <ShopWindow />
      {(config.sections ?? SECTIONS).map((name) => PARTS[name])}
    </>
  );
};
