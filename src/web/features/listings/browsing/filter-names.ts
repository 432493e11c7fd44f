/** In the order in which people are offered them. */
export const LISTED = ['brand', 'model', 'storage', 'condition', 'color', 'ram', 'year', 'place'] as const;
export type ListedFilter = (typeof LISTED)[number];
export const FILTER_NAMES = ['priceFrom', 'priceTo', 'near', 'within', ...LISTED, 'checks', 'updates', 'verified'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
