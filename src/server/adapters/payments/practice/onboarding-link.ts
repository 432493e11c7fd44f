import { hmac, isSameSecret } from './ids.ts';

/** What the address of the practice page says: whose account, until when, and where to go afterwards. */
export type Link = { accountId: string; expiresAt: number; returnPath: string; expiredPath: string };

const MAX_LENGTH = 2000;

/** Writes a link so that nobody else can make or change one. */
export function writeLink(secretKey: string, link: Link): string {
  const text = Buffer.from(JSON.stringify(link)).toString('base64url');
  return `${text}.${sign(secretKey, text)}`;
}

const sign = (secretKey: string, text: string): string => hmac(secretKey, `onboarding ${text}`);

/** Reads a link; null when it wasn't written by `writeLink`. */
export function readLink(secretKey: string, written: string): Link | null {
  const [text = '', signature = ''] = written.length > MAX_LENGTH ? [] : written.split('.');
  if (!isSameSecret(signature, sign(secretKey, text))) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Link;
}
