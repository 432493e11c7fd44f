export { BRANDS, type Brand } from './brands.ts';
export { addBrands, ensureBrands, findBrandNames, findCategoryByName, findCategoryIds, toNameKey } from './queries.ts';
