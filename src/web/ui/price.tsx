import { classNames } from './class-names.ts';
import { formatPrice, savingPercent } from './money.ts';

/** What a phone costs; with the original price also what it cost new, struck through, and the saving. */
export const Price = ({ resale, original, className }: { resale: number; original?: number; className?: string }) => {
  const saving = original === undefined ? null : savingPercent(resale, original);
  return (
    <p className={classNames('flex flex-wrap items-baseline gap-x-2', className)}>
      <span className="font-display text-2xl font-semibold">{formatPrice(resale)}</span>
      {saving !== null && original !== undefined && (
        <span className="text-sm text-muted">
          <span className="sr-only">Original price </span>
          <s>{formatPrice(original)}</s> · {saving}&thinsp;% off new
        </span>
      )}
    </p>
  );
};
