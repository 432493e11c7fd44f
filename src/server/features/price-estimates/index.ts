export { findWorth, type LaunchOf } from './price-estimates.ts';
export { createSalesBook, type Judge, type ListedPhone, type SalesBook } from './sales-history.ts';
