import type { PricedModel } from '#contract/price-estimates.ts';
import { Link } from '../../router/index.ts';
import { formatPrice } from '../../ui/money.ts';
import { pathOfPrices } from './model-page/model-name.ts';

/** All models with a price page, by brand. */
export function PricedBrands({ models }: { models: PricedModel[] }) {
  return (
    <div className="grid gap-8 md:gap-12">
      {[...Map.groupBy(models, ({ brand }) => brand)].map(([brand, ofBrand]) => (
        <section key={brand} aria-label={brand}>
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
