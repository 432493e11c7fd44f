export { ensureBrands, findCategoryByName, toNameKey } from './queries.ts';
