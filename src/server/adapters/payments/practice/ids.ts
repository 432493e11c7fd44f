import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id in Stripe's form, such as `pi_3Nq…`. */
export const newId = (prefix: 'pi' | 'pm' | 'ch' | 're' | 'evt' | 'req' | 'du' | 'txn' | 'acct' | 'tr' | 'trr'): string => `${prefix}_${randomText(24)}`;

const randomText = (length: number): string => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const newClientSecret = (intentId: string): string => `${intentId}_secret_${randomText(25)}`;

export const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Compares in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
