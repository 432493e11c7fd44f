/** Widths in pixels that every picture of the shop's own stores is kept in. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** A picture in the shop's sizes, served by the shop itself or from its bucket. */
const SIZED = /^((?:\/images|https?:\/\/[^?#\s]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))\/(?:320|640|1280)\.webp$/u;
/** One at imgbb, which is kept in one size. */
const HOSTED = /^https:\/\/(?:[a-z0-9-]+\.)?ibb\.co\/[\w./%~-]+$/u;

/** Whether an address can be of a picture that the shop keeps, wherever it keeps it; a page shows no others. */
export const isOwnImage = (address: string): boolean => SIZED.test(address) || HOSTED.test(address);

/** Whether a picture is loaded from the shop itself. */
export const isServedByShop = (address: string): boolean => address.startsWith('/') && SIZED.test(address);

/** The id that a picture in the shop's sizes is kept by; null for any other address. */
export const imageIdOf = (address: string): string | null => SIZED.exec(address)?.[2] ?? null;

/** The `srcset` of a picture in the shop's sizes; undefined for any other address. */
export const imageSrcSet = (address: string): string | undefined => {
  const base = SIZED.exec(address)?.[1];
  return base && IMAGE_WIDTHS.map((width) => `${base}/${width}.webp ${width}w`).join(', ');
};
