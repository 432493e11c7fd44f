export { traitsOf } from './factors.ts';
export { findPriceEstimate, type LaunchOf } from './price-estimates.ts';
export { createSalesHistory, type Judge, type ListedPhone, type SalesHistory } from './sales-history.ts';
