/** Widths, in pixels, in which the shop's own stores save every picture. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** The largest picture that can be uploaded. */
export const MAX_IMAGE_BYTES = 10_000_000;
export const MAX_IMAGE_PIXELS = 40_000_000;

/** Where a shop stores its pictures, as far as addresses show it; any other address is foreign. */
export type PicturePlace = {
  kind: 'disk' | 's3' | 'imgbb';
  /** The prefix of addresses in its bucket, such as `https://pictures.example/phones`; undefined: the shop itself serves them. */
  base?: string;
};

const LOCAL = '/images';
/** A picture in the shop's sizes, after the prefix. */
const SIZED = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:320|640|1280)\.webp$/u;
/** A picture at imgbb, which has only one size. */
const HOSTED = /^https:\/\/(?:[a-z0-9-]+\.)?ibb\.co\/[\w./%~-]+$/u;

type Sized = { begin: string; id: string };

/** Whether the shop itself serves a picture. */
export const isServedByShop = (address: string): boolean => sizedAfter(address, LOCAL) !== null;

function sizedAfter(address: string, begin: string): Sized | null {
  const id = address.startsWith(begin) ? SIZED.exec(address.slice(begin.length))?.[1] : undefined;
  return id === undefined ? null : { begin, id };
}

/** Whether an address is in this shop's picture store; pages show no others. */
export function isOwnImage(address: string, place: PicturePlace): boolean {
  return sizedOf(address, place) !== null || (place.kind === 'imgbb' && isHostedByImgbb(address));
}

function sizedOf(address: string, { base }: PicturePlace): Sized | null {
  return sizedAfter(address, LOCAL) ?? (base === undefined ? null : sizedAfter(address, base));
}

/** Whether the address may be imgbb's. */
export const isHostedByImgbb = (address: string): boolean => HOSTED.test(address);

/** The id of one of the shop's own pictures; null for imgbb and foreign addresses. */
export const imageIdOf = (address: string, place: PicturePlace): string | null => sizedOf(address, place)?.id ?? null;

/** The `srcset` of one of the shop's own pictures; undefined for imgbb and foreign addresses. */
export function imageSrcSet(address: string, place: PicturePlace): string | undefined {
  const sized = sizedOf(address, place);
  return sized ? IMAGE_WIDTHS.map((width) => `${sized.begin}/${sized.id}/${width}.webp ${width}w`).join(', ') : undefined;
}

/** The relative address of the shop's own picture if it was given with the shop's origin (`origin`, without a trailing slash). */
export function toOwnAddress(address: string, origin: string | null): string {
  return origin !== null && address.startsWith(`${origin}${LOCAL}/`) ? address.slice(origin.length) : address;
}

/** The part of the address that all sizes of one picture share. */
export const imageStem = (address: string): string => address.replace(/\/(?:320|640|1280)\.webp$/u, '');
