import { z } from 'zod';

/** A boolean setting. */
export function flag(name: string) {
  return z
    .enum(['true', 'false', '1', '0', 'yes', 'no'], `${name}: set true or false.`)
    .transform((value) => ['true', '1', 'yes'].includes(value))
    .optional();
}

/** A setting that is an origin: a scheme and a host, with an optional port. */
export function webOrigin(name: string) {
  return z
    .string()
    .refine(
      (value) => toOrigin(value) !== null,
      `${name}: set only a scheme and a host, such as https://shop.example, with no path, user name, password or question mark.`,
    )
    .transform((value) => toOrigin(value) ?? value)
    .optional();
}

/** An origin as browsers write it; null for anything else. A trailing slash is allowed. */
export function toOrigin(text: string): string | null {
  if (text.length > 300 || !/^https?:\/\/[\p{L}\p{N}_.:[\]-]+\/?$/iu.test(text) || !URL.canParse(text)) return null;
  const { origin } = new URL(text);
  return origin;
}

/** A setting that is an address; trailing slashes are removed. */
export function webAddress(name: string) {
  return z
    .string()
    .refine((value) => /^https?:\/\//u.test(value) && URL.canParse(value), `${name}: set an address that begins with http:// or https://.`)
    .transform((value) => withoutSlashes(value))
    .optional();
}

const withoutSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/u, '');
