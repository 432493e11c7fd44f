import { classNames } from './class-names.ts';
import { formatPrice, savingPercent } from './money.ts';

type PriceProps = {
  resale: number;
  original?: number;
  /** For the listing page, where the price stands out. */
  large?: boolean;
  /** On one line on a phone: smaller, and without the original price. */
  row?: boolean;
  className?: string;
};

/** A phone's price; with an original price, also that one struck through, and the saving. */
export function Price({ resale, original, large = false, row = false, className }: PriceProps) {
  const saving = original === undefined ? null : savingPercent(resale, original);
  return (
    <p className={classNames(row ? 'price-row' : 'flex flex-wrap items-baseline gap-x-2', className)}>
      <span className={row ? undefined : `font-display font-semibold ${large ? 'text-3xl' : 'text-2xl'}`}>{formatPrice(resale)}</span>
      {saving !== null && original !== undefined && (
        <span className={row ? undefined : 'text-sm text-muted'}>
          <span>
            <span className="sr-only">Original price </span>
            <s>{formatPrice(original)}</s>
          </span>
          {` · ${saving}% less than new`}
        </span>
      )}
    </p>
  );
}
