export { createSalesBook, type Judge, type ListedPhone, type SalesBook } from './sales-book.ts';
export { findWorth, type LaunchOf } from './worth.ts';
