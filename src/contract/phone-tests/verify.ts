import { fromBase64Url, toBase64Url } from '../handover-code.ts';
import type { PublicKey, TestRecord } from './phone-tests.ts';

/** What is true of a record: signed by one of these keys; changed, or never signed; or signed by a key that isn’t among them. */
export type Verified = { outcome: 'true'; record: TestRecord } | { outcome: 'altered' } | { outcome: 'unknown_key' };

const PARTS = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/u;
const LONGEST = 40_000;

/** Verifies a signed record, without asking the shop. */
export async function verifyRecord(jws: string, keys: readonly PublicKey[]): Promise<Verified> {
  const [, header, payload, signature] = PARTS.exec(jws.slice(0, LONGEST + 1)) ?? [];
  if (jws.length > LONGEST || header === undefined || payload === undefined || signature === undefined) return { outcome: 'altered' };
  try {
    const { alg, kid, typ } = readJson(header) as Record<string, unknown>;
    if (alg !== 'EdDSA' || typ !== 'phone-test+jws') return { outcome: 'altered' };
    const key = keys.find((one) => one.kid === kid);
    if (!key) return { outcome: 'unknown_key' };
    const verifier = await crypto.subtle.importKey('jwk', { kty: key.kty, crv: key.crv, x: key.x }, 'Ed25519', false, ['verify']);
    const isSigned = await crypto.subtle.verify('Ed25519', verifier, readBytes(signature), new TextEncoder().encode(`${header}.${payload}`));
    const record = readJson(payload) as TestRecord;
    return isSigned && record.typ === 'phone-test' ? { outcome: 'true', record } : { outcome: 'altered' };
  } catch {
    return { outcome: 'altered' };
  }
}

/** The last character has bits that decoding ignores: only the one true spelling counts. */
function readBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64Url(text);
  if (toBase64Url(bytes) !== text) throw new Error('not canonical');
  return bytes;
}

const readJson = (text: string): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readBytes(text)));
