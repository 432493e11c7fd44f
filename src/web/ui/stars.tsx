import { Star } from 'lucide-react';
import { classNames } from './class-names.ts';

const FIVE = [1, 2, 3, 4, 5];

/** One to five stars, read out as a number. */
export function Stars({ stars, className }: { stars: number; className?: string }) {
  return (
    <span role="img" aria-label={`${stars} of 5 stars`} className={classNames('inline-flex gap-0.5', className)}>
      {FIVE.map((place) => (
        <Star key={place} className={classNames('size-4', place <= stars ? 'fill-accent text-accent' : 'text-line-strong')} aria-hidden="true" />
      ))}
    </span>
  );
}
