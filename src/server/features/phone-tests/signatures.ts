import { createHash, randomBytes } from 'node:crypto';
import { fromBase64Url } from '#contract/handover-code.ts';
import type { AnswerInput } from '#contract/phone-tests/phone-tests.ts';
import { SESSION_KEY, SIGNING, textToSign } from '#contract/phone-tests/protocol.ts';

const TOKEN_BYTES = 32;

export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored of a token: nobody who reads the database can open a code. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether this is a public key that a phone can sign with. */
export async function isSessionKey(publicKey: string): Promise<boolean> {
  return (await importKey(publicKey)) !== null;
}

/** Whether the phone with this key signed an answer in this run. */
export async function isSignedBy(publicKey: string, runId: string, { step, nonce, result, signature }: Omit<AnswerInput, 'token' | 'clock'>): Promise<boolean> {
  const [key, bytes] = [await importKey(publicKey), readBytes(signature)];
  if (!key || !bytes) return false;
  return crypto.subtle.verify(SIGNING, key, bytes, await textToSign({ runId, step, nonce, result }));
}

async function importKey(publicKey: string): Promise<CryptoKey | null> {
  const bytes = readBytes(publicKey);
  return bytes && crypto.subtle.importKey('raw', bytes, SESSION_KEY, false, ['verify']).catch(() => null);
}

function readBytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64Url(text);
  } catch {
    return null;
  }
}
