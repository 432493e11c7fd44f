/** The key pair and salt of one message. */
export type MessageKeys = { pair: CryptoKeyPair; salt: Uint8Array<ArrayBuffer> };

/** A browser's public key and secret. */
export type BrowserKeys = { publicKey: Uint8Array<ArrayBuffer>; auth: Uint8Array<ArrayBuffer> };

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const SALT_BYTES = 16;
const RECORD_BYTES = 4096;
/** Marks the end of the last record (RFC 8188, section 2). */
const LAST_RECORD = 2;

/** Encrypts a message to a browser: Web Push's encryption (RFC 8291), in one record of `aes128gcm` (RFC 8188). Throws when the browser's key is no point of the curve. */
export async function encryptPush(message: Uint8Array, { publicKey, auth }: BrowserKeys, keys?: MessageKeys): Promise<Uint8Array<ArrayBuffer>> {
  const { pair, salt } = keys ?? (await createMessageKeys());
  const receiver = await importPublicKey(publicKey);
  const sender = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: receiver }, pair.privateKey, 256));
  const secret = await derive(shared, { salt: auth, info: concat(text('WebPush: info\0'), publicKey, sender), bytes: 32 });
  const contentKey = await derive(secret, { salt, info: text('Content-Encoding: aes128gcm\0'), bytes: 16 });
  const nonce = await derive(secret, { salt, info: text('Content-Encoding: nonce\0'), bytes: 12 });
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt']);
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, concat(message, Uint8Array.of(LAST_RECORD)));
  return concat(salt, uint32(RECORD_BYTES), Uint8Array.of(sender.length), sender, new Uint8Array(encrypted));
}

/** Throws when the bytes are no point of the curve. */
export const importPublicKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => crypto.subtle.importKey('raw', bytes, CURVE, true, []);

async function createMessageKeys(): Promise<MessageKeys> {
  return { pair: await crypto.subtle.generateKey(CURVE, true, ['deriveBits']), salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)) };
}

type Derived = { salt: Uint8Array<ArrayBuffer>; info: Uint8Array<ArrayBuffer>; bytes: number };

async function derive(from: Uint8Array<ArrayBuffer>, { salt, info, bytes }: Derived): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', from, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, 8 * bytes));
}

const text = (written: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(written);

function uint32(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
