/** The brands of a new shop, in display order. */
export const BRANDS = [
  'Apple',
  'Samsung',
  'Google',
  'OnePlus',
  'Xiaomi',
  'Motorola',
  'Nokia',
  'Sony',
  'Huawei',
  'Oppo',
  'Vivo',
  'Realme',
  'Nothing',
  'Honor',
] as const;
/** The addresses of the brand logos that ship with the shop. */
export const BRAND_MARKS: ReadonlySet<string> = new Set(BRANDS.map((name) => `/brands/${name.toLowerCase()}.svg`));
export type Brand = (typeof BRANDS)[number];
