/** The brands of a new shop, in the order it shows them. */
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
export type Brand = (typeof BRANDS)[number];
