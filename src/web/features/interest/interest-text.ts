import type { Interest, Suggestion } from '#contract/interest.ts';
import { RANKED_RESULTS } from '#contract/shared/ranked-results.ts';
import { formatPrice } from '../../ui/money.ts';

export type Advice = { text: string; action: { to: string; label: string } | null };

const MY_PRODUCTS = '/dashboard/myProducts';

/** What to do about a suggestion, and where. */
export function adviceFor(id: string, interest: Interest, suggestion: Suggestion): Advice {
  const edit = { to: `/dashboard/edit/${encodeURIComponent(id)}`, label: 'Edit listing' };
  const usual = describeRange(interest);
  switch (suggestion.kind) {
    case 'resume':
      return { text: 'It’s paused, so nobody can find it. Resume it when you want to sell.', action: { to: MY_PRODUCTS, label: 'View your phones' } };
    case 'answer_offers':
      return {
        text: suggestion.offers === 1 ? '1 offer is waiting for your answer.' : `${suggestion.offers} offers are waiting for your answer.`,
        action: { to: '/dashboard/messages', label: 'Answer' },
      };
    case 'answer':
      return {
        text: suggestion.buyers === 1 ? '1 buyer is waiting for your answer.' : `${suggestion.buyers} buyers are waiting for your answer.`,
        action: { to: '/dashboard/messages', label: 'Answer' },
      };
    case 'lower_price':
      return { text: `${usual} At ${formatPrice(interest.resale_price)}, yours may take longer to sell. Consider a lower price.`, action: edit };
    case 'raise_price':
      return { text: `${usual} At ${formatPrice(interest.resale_price)}, buyers will wonder why. Consider a higher price, or explain it.`, action: edit };
    case 'add_photos':
      return { text: `It has ${suggestion.photos === 1 ? '1 photo' : `${suggestion.photos} photos`}. Show the front, the back and any wear.`, action: edit };
    case 'wait':
      return { text: `${usual} ${interest.judgement === 'good_price' ? 'Yours stands out as a good price.' : 'Yours is a fair price.'}`, action: null };
  }
}

/** What such phones usually sell for; empty when that can't be estimated. */
export function describeRange({ range }: Pick<Interest, 'range'>): string {
  return range === null ? '' : `Similar phones usually sell for ${formatPrice(range.low)} to ${formatPrice(range.high)}.`;
}

/** `1st`, `22nd`, or that it comes later than is looked. */
export function describePlace(at: number | null): string {
  return at === null ? `Not in the first ${RANKED_RESULTS}` : `${at}${ENDINGS[ordinals.select(at)]}`;
}

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: Record<Intl.LDMLPluralRule, string> = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' };
