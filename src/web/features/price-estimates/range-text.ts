import type { PriceRange } from '#contract/price-estimates.ts';
import { formatPrice } from '../../ui/money.ts';

export const formatRange = ({ low, high }: Pick<PriceRange, 'low' | 'high'>): string => `${formatPrice(low)} to ${formatPrice(high)}`;
