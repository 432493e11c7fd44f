import { z } from 'zod';

/** A setting that is true or false. */
export const flag = (name: string) =>
  z
    .enum(['true', 'false', '1', '0', 'yes', 'no'], `${name}: write true or false.`)
    .transform((value) => ['true', '1', 'yes'].includes(value))
    .optional();

/** A setting that is an address, kept without a slash at its end. */
export const webAddress = (name: string) =>
  z
    .string()
    .refine((value) => /^https?:\/\//u.test(value) && URL.canParse(value), `${name}: write an address that begins with http:// or https://.`)
    .transform((value) => value.replace(/\/+$/u, ''))
    .optional();
