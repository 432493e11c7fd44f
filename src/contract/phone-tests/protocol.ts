import { toBase64Url } from '../handover-code.ts';
import type { TestStep } from './steps.ts';

/** What a phone signs with the key of its run: ECDSA on P-256 with SHA-256. `result` is the text that is sent, to the letter. */
export async function textToSign({
  runId,
  step,
  nonce,
  result,
}: {
  runId: string;
  step: TestStep;
  nonce: string;
  result: string;
}): Promise<Uint8Array<ArrayBuffer>> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(result)));
  return new TextEncoder().encode(`phone-test\n${runId}\n${step}\n${nonce}\n${toBase64Url(hash)}`);
}

export const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
export const SESSION_KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** The address in the QR code. The token is behind the `#`, which browsers send to no server. */
export const toTestAddress = (origin: string, token: string): string => `${origin}/phone-test#${token}`;

/** Reads a token behind the `#` of an address; null for anything else. */
export function readToken(hash: string): string | null {
  const [, token] = TOKEN.exec(hash.slice(0, MAX_HASH)) ?? [];
  return token ?? null;
}

const MAX_HASH = 100;
const TOKEN = /^#?([\w-]{43})$/u;
