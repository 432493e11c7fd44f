/** Widths in pixels that every picture of the shop's own stores is kept in. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** Where a shop keeps its pictures, as far as their addresses say; any other address is foreign to it. */
export type PicturePlace = {
  kind: 'disk' | 's3' | 'imgbb';
  /** What the addresses in its bucket begin with, such as `https://pictures.example/phones`; undefined: the shop itself serves them. */
  base?: string;
};

const LOCAL = '/images';
/** A picture in the shop's sizes, after what its address begins with. */
const SIZED = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:320|640|1280)\.webp$/u;
/** One at imgbb, which is kept in one size. */
const HOSTED = /^https:\/\/(?:[a-z0-9-]+\.)?ibb\.co\/[\w./%~-]+$/u;

type Sized = { begin: string; id: string };

/** Whether a picture is loaded from the shop itself. */
export const isServedByShop = (address: string): boolean => sizedAfter(address, LOCAL) !== null;

function sizedAfter(address: string, begin: string): Sized | null {
  const id = address.startsWith(begin) ? SIZED.exec(address.slice(begin.length))?.[1] : undefined;
  return id === undefined ? null : { begin, id };
}

/** Whether an address is where this shop keeps pictures; a page shows no others. */
export function isOwnImage(address: string, place: PicturePlace): boolean {
  return sizedOf(address, place) !== null || (place.kind === 'imgbb' && isHostedByImgbb(address));
}

function sizedOf(address: string, { base }: PicturePlace): Sized | null {
  return sizedAfter(address, LOCAL) ?? (base === undefined ? null : sizedAfter(address, base));
}

/** Whether imgbb can have given this address. */
export const isHostedByImgbb = (address: string): boolean => HOSTED.test(address);

/** The id that one of the shop's own pictures is kept by; null for one at imgbb, and for a foreign address. */
export const imageIdOf = (address: string, place: PicturePlace): string | null => sizedOf(address, place)?.id ?? null;

/** The `srcset` of one of the shop's own pictures; undefined for one at imgbb, and for a foreign address. */
export function imageSrcSet(address: string, place: PicturePlace): string | undefined {
  const sized = sizedOf(address, place);
  return sized ? IMAGE_WIDTHS.map((width) => `${sized.begin}/${sized.id}/${width}.webp ${width}w`).join(', ') : undefined;
}

/** What the addresses of one picture's sizes have in common, wherever it is kept. */
export const imageStem = (address: string): string => address.replace(/\/(?:320|640|1280)\.webp$/u, '');
