import { createHmac, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const DIGITS = 6;
const STEP_MS = 30_000;
/** Allowed clock difference, in steps: the code before and the one after are accepted too. */
const TOLERANCE = 1;

/** Returns the latest time step around `now` whose code this is; null when there is none. */
export function findStep(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, at) => stepOf(now) + TOLERANCE - at);
  const fits = (step: number): boolean => given.length === DIGITS && timingSafeEqual(given, Buffer.from(codeAt(secret, step)));
  return steps.find(fits) ?? null;
}

/** The time step of a moment (epoch ms). */
export const stepOf = (now: number): number => Math.floor(now / STEP_MS);

/** Returns the code of one time step: RFC 6238 with SHA-1, which every app supports. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The URI in the QR code that an app scans. */
export function toKeyAddress(secret: Uint8Array, { shopName, email }: { shopName: string; email: string }): string {
  // A colon separates issuer and account, so neither may contain one.
  const issuer = shopName.replaceAll(':', ' ');
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${new URLSearchParams({ secret: toBase32(secret), issuer }).toString().replaceAll('+', '%20')}`;
}

/** RFC 4648 without padding, the format in which apps take a secret. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/gu) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
