import type { PricedModel } from '#contract/price-estimates.ts';
import { Link } from '../../router/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatPrice } from '../../ui/money.ts';
import { pathOfPrices } from './model-page/model-name.ts';

/** All models with a price page, by brand. */
export function PricedBrands({ models }: { models: PricedModel[] }) {
  const brands = [...Map.groupBy(models, ({ brand }) => brand)];
  return (
    <div className="grid gap-8 md:gap-12">
      <nav aria-label="Brands" className="flex flex-wrap gap-2">
        {brands.map(([brand]) => (
          <a key={brand} href={`#${anchorOf(brand)}`} className={buttonClass({ variant: 'secondary', size: 'small' })}>
            {brand}
          </a>
        ))}
      </nav>
      {brands.map(([brand, ofBrand]) => (
        <section key={brand} id={anchorOf(brand)} aria-label={brand} className="scroll-mt-24">
          <h2 className="mb-2 text-xl md:text-2xl">{brand}</h2>
          <ul className="grid border-t border-line sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-3">
            {ofBrand.map(({ _id, model_name, typical }) => (
              <li key={_id} className="border-b border-line">
                <Link to={pathOfPrices(_id)} className="flex min-h-11 items-center justify-between gap-3 py-2 hover:underline">
                  <span className="min-w-0 wrap-anywhere">{model_name}</span>
                  <span className="shrink-0 text-sm text-muted tabular-nums">{typical === null ? 'Estimate' : formatPrice(typical)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const anchorOf = (brand: string): string => brand.toLowerCase().replaceAll(/\W+/gu, '-');
