import { brandsOptions } from '../features/catalogue/queries.ts';
import { newArrivalsOptions } from '../features/listings/queries.ts';
import { offersOptions } from '../features/promotion/queries.ts';
import type { PageModule } from '../page.ts';
import { readAhead } from '../read-ahead.ts';
import { useShop } from '../shop.tsx';
import { HomeSections } from './home-sections.tsx';

export const load: PageModule['load'] = async ({ shop: { api }, queries }) => {
  await readAhead(
    Promise.all([queries.prefetchQuery(brandsOptions(api)), queries.prefetchQuery(newArrivalsOptions(api)), queries.prefetchQuery(offersOptions(api))]),
  );
  return null;
};

export const Page = () => {
  const { config } = useShop();
  return (
    <>
      <h1 className="sr-only">{config.shopName}: second-hand phones</h1>
      <HomeSections />
    </>
  );
};
