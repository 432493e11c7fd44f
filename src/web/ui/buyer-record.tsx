import type { BuyerRecord as Known } from '#contract/orders.ts';
import { classNames } from './class-names.ts';

/** What a seller may know of a buyer: counts, nothing more. */
export function BuyerRecord({ record, className }: { record: Known; className?: string }) {
  return <span className={classNames('text-sm text-muted', className)}>{describe(record)}</span>;
}

function describe({ kept, all, rating }: Known): string {
  const facts = [
    ...(all === 0 ? [] : [`Came to ${kept} of ${all} ${all === 1 ? 'meeting' : 'meetings'}`]),
    ...(rating ? [`Rated ${rating.average.toFixed(1)} of 5 by ${rating.count} ${rating.count === 1 ? 'seller' : 'sellers'}`] : []),
  ];
  return facts.length === 0 ? 'No meetings here yet' : facts.join(' · ');
}
