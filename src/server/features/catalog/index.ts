export { BRAND_MARKS, BRANDS, type Brand } from './brands.ts';
export {
  addBrands,
  arrangeDefaultBrands,
  ensureBrands,
  findBrandNames,
  findBrands,
  findCategoryByName,
  findCategoryIds,
  findListedCategory,
  setBrands,
  toNameKey,
} from './queries.ts';
