import { UUID } from './uuid.ts';

/** Without 0, O, I and l, which people confuse when they read an address to one another. */
const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const HEX_DIGITS = 32;
/** The most that a UUID takes. */
const CODE = /^[1-9A-HJ-NP-Za-km-z]{1,22}$/u;

/** The short address of a listing: its id in base 58, or as it is if it's no UUID. */
export const shortPathOf = (id: string): string => `/p/${toCode(id) ?? encodeURIComponent(id)}`;

function toCode(id: string): string | null {
  if (!UUID.test(id)) return null;
  let rest = BigInt(`0x${id.replaceAll('-', '')}`);
  let code = '';
  do {
    code = DIGITS.charAt(Number(rest % BASE)) + code;
    rest /= BASE;
  } while (rest > 0n);
  return code;
}

/** The id that a code of a short address stands for; null when it stands for none. */
export function idOfCode(code: string): string | null {
  if (!CODE.test(code)) return null;
  const value = [...code].reduce((sum, digit) => sum * BASE + BigInt(DIGITS.indexOf(digit)), 0n);
  const hex = value.toString(16).padStart(HEX_DIGITS, '0');
  if (hex.length > HEX_DIGITS) return null;
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  // Each id has one code only: no leading zeros.
  return toCode(id) === code ? id : null;
}
