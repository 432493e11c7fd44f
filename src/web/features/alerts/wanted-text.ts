import type { Demand, WantedAd } from '#contract/alerts/wanted.ts';
import { formatPrice } from '../../ui/money.ts';

type Described = Pick<WantedAd, 'title' | 'place'> & { topPrice: number; until: string };

const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** A wanted ad in one sentence: `Pixel 6, 128 GB or more, up to $260, near Springfield, Illinois, until December 20`. */
export function describeAd({ title, place, topPrice, until }: Described): string {
  return [title, `up to ${formatPrice(topPrice)}`, ...(place === null ? [] : [`near ${place}`]), `until ${formatDay(until)}`].join(', ');
}

/** The last day of an ad: `December 20`. */
export const formatDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

/** Who wants a phone at a price, and who only for less; null when nobody does. */
export function describeDemand({ met, below }: Pick<Demand, 'met' | 'below'>): string | null {
  const first = met.topPrice === null ? null : `${count(met.people, 'wants', 'want')} this phone for up to ${formatPrice(met.topPrice)}.`;
  if (below.topPrice === null) return first;
  const price = formatPrice(below.topPrice);
  return first === null
    ? `${count(below.people, 'would', 'would')} pay up to ${price} for this phone.`
    : `${first} ${below.people} more would pay up to ${price}.`;
}

const count = (people: number, one: string, many: string): string => (people === 1 ? `1 person ${one}` : `${people} people ${many}`);
