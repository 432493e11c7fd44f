/** Widths in pixels that every picture of the shop's own store is kept in. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

const OWN_IMAGE = /^(.*\/images\/[0-9a-f-]{36})\/(\d+)\.webp$/u;

/** Whether an address is of a picture of the shop's own store. */
export const isOwnImage = (address: string): boolean => OWN_IMAGE.test(address);

/** The `srcset` of a picture of the shop's own store; undefined for any other address. */
export const imageSrcSet = (address: string): string | undefined => {
  const base = OWN_IMAGE.exec(address)?.[1];
  return base && IMAGE_WIDTHS.map((width) => `${base}/${width}.webp ${width}w`).join(', ');
};
