export { BRANDS, type Brand } from './brands.ts';
export { addBrands, ensureBrands, findCategoryByName, toNameKey } from './queries.ts';
