import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import type { PublicKey } from '#contract/phone-tests/phone-tests.ts';

export type RecordKey = {
  publicKey: PublicKey;
  /** A compact JWS (RFC 7515) of a JSON text, signed with Ed25519. */
  sign(json: string): string;
};

/** Keys that sign records: another one every calendar year (UTC). */
export type RecordKeys = { at(moment: number): RecordKey };

const SEED_BYTES = 32;
/** An Ed25519 private key in PKCS #8 is this, followed by its seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The keys are derived, and not stored, so a copy of the database signs nothing. `secret` serves this purpose only. */
export function createRecordKeys(secret: string): RecordKeys {
  const keys = new Map<number, RecordKey>();
  return {
    at(moment) {
      const year = new Date(moment).getUTCFullYear();
      const key = keys.get(year) ?? createKey(secret, year);
      keys.set(year, key);
      return key;
    },
  };
}

function createKey(secret: string, number: number): RecordKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', `record-key ${number}`, SEED_BYTES));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = toPublicKey(createPublicKey(key));
  const header = toBase64Url(JSON.stringify({ alg: 'EdDSA', kid: publicKey.kid, typ: 'phone-test+jws' }));
  return {
    publicKey,
    sign(json) {
      const text = `${header}.${toBase64Url(json)}`;
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
    },
  };
}

function toPublicKey(key: KeyObject): PublicKey {
  const { x = '' } = key.export({ format: 'jwk' });
  return toJwk(x);
}

/** `x`: the 32 bytes of the key, in base64url. */
export function toJwk(x: string): PublicKey {
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}

const toBase64Url = (text: string): string => Buffer.from(text).toString('base64url');
