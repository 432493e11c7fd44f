export { findCategoryByName, toNameKey } from './queries.ts';
