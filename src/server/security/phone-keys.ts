import { createHmac } from 'node:crypto';
import { bodyOf, lastDigitsOf } from '#contract/imei.ts';
import type { PhoneKey } from '../db/phones.ts';

export type PhoneKeys = {
  /** Names the secret without telling anything of it: with another secret every phone has another hash. */
  id: string;
  /** What is kept of an IMEI of 15 digits. Its check digit is no part of the hash. */
  of(imei: string): PhoneKey;
};

const KEY_ID_LENGTH = 16;

/** IMEIs are few enough to try all of them, so a plain hash would tell them; `secret` is for this purpose alone. */
export function createPhoneKeys(secret: string): PhoneKeys {
  const hashOf = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  const id = hashOf('which secret this is').slice(0, KEY_ID_LENGTH);
  return { id, of: (imei) => ({ hash: hashOf(bodyOf(imei)), last4: lastDigitsOf(imei), keyId: id }) };
}
