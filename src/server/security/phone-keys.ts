import { createHmac } from 'node:crypto';
import { bodyOf, lastDigitsOf } from '#contract/imei.ts';
import type { PhoneKey } from '../db/phones.ts';

export type PhoneKeys = {
  /** Identifies the secret without revealing it; with another secret, every phone has another hash. */
  id: string;
  /** The stored form of a 15-digit IMEI. The hash leaves out the check digit. */
  of(imei: string): PhoneKey;
};

const KEY_ID_LENGTH = 16;

/** There are few enough IMEIs to try them all, so a plain hash would reveal them; `secret` serves this purpose only. */
export function createPhoneKeys(secret: string): PhoneKeys {
  const hashOf = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
  const id = hashOf('which secret this is').slice(0, KEY_ID_LENGTH);
  return { id, of: (imei) => ({ hash: hashOf(bodyOf(imei)), last4: lastDigitsOf(imei), keyId: id }) };
}
