import { createECDH, hkdfSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';

/** Signs the shop's requests to push services (RFC 8292). */
export type Vapid = { publicKey: string; authorize(endpoint: URL, now: number): Promise<string> };

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Longer than the order, so that every key is as likely. */
const SEED_BYTES = 48;
const KEY_BYTES = 32;
/** Services accept a day at most. */
const TOKEN_SECONDS = 12 * 3600;

/** `secret` serves this purpose only: the same secret gives every process the same key. `contact` is where a service can complain: `mailto:` or `https:`. */
export function createVapid(secret: string, contact: string): Vapid {
  const seed = BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, '', 'vapid', SEED_BYTES)).toString('hex')}`);
  const privateKey = Buffer.from(((seed % (ORDER - 1n)) + 1n).toString(16).padStart(2 * KEY_BYTES, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 1 + KEY_BYTES), point.subarray(1 + KEY_BYTES)].map((part) => part.toString('base64url'));
  const key = importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: privateKey.toString('base64url') }, 'ES256');
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    async authorize({ origin }, now) {
      const token = await new SignJWT({ aud: origin, sub: contact })
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setExpirationTime(Math.floor(now / 1000) + TOKEN_SECONDS)
        .sign(await key);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}
