import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { OperatorFault } from '../errors.ts';

/** A secret encrypted with a passphrase: scrypt derives the key, AES-256-GCM encrypts; all in base64. */
const Sealed = z.object({ salt: z.base64(), nonce: z.base64(), tag: z.base64(), content: z.base64() });

const derive = promisify(scrypt) as (passphrase: string, salt: Buffer, length: number, options: object) => Promise<Buffer>;
/** 64 MB and about a quarter of a second per guess. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 ** 2 };
const CIPHER = 'aes-256-gcm';

export async function seal(secret: string, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await derive(passphrase, salt, 32, COST), nonce);
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const text = (bytes: Buffer): string => bytes.toString('base64');
  return JSON.stringify({ salt: text(salt), nonce: text(nonce), tag: text(cipher.getAuthTag()), content: text(content) });
}

/** Throws `OperatorFault` for a wrong passphrase. */
export async function unseal(sealed: Buffer, passphrase: string): Promise<string> {
  try {
    const { salt, nonce, tag, content } = Sealed.parse(JSON.parse(sealed.toString()));
    const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
    const decipher = createDecipheriv(CIPHER, await derive(passphrase, bytes(salt), 32, COST), bytes(nonce), { authTagLength: 16 });
    decipher.setAuthTag(bytes(tag));
    return Buffer.concat([decipher.update(bytes(content)), decipher.final()]).toString('utf8');
  } catch {
    throw new OperatorFault('BACKUP_PASSPHRASE doesn’t unlock the secret in this backup. Use the one it was made with. Nothing was changed.');
  }
}
