import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const FIVE = [1, 2, 3, 4, 5];

/** One to five stars, read out as a number. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span role="img" aria-label={`${stars} of 5 stars`} className="inline-flex gap-0.5">
      {FIVE.map((place) => (
        <Icon name="star" key={place} className={classNames('size-4', place <= stars ? 'fill-accent text-accent' : 'text-line-strong')} />
      ))}
    </span>
  );
}
