import { createHmac, timingSafeEqual } from 'node:crypto';

const YEAR_SECONDS = 31_536_000;
const PATH = '/';
const VALUE = /^(\d{1,15})\.([0-9a-f]{64})$/u;

export type KnownDevices = {
  /** Since when this browser is known to the account (epoch ms), if it logged in with the present password; null otherwise. */
  read(headers: Headers, email: string, now: number): Promise<number | null>;
  /** Returns a cookie that marks the browser as known for a year, or until the account's password changes. */
  write(email: string, now: number): Promise<string>;
};

type Options = {
  secret: string;
  isSecure: boolean;
  /** Returns the hash of an account's password; null when there is none. */
  findHash(email: string): Promise<string | null>;
};

/**
 * Recognizes browsers that have logged in to an account, by a signed cookie for each account. The cookie logs nobody in and names nobody: it gives
 * the browser login attempts that strangers can't use up. Whoever had an earlier password is a stranger.
 */
export function createKnownDevices({ secret, isSecure, findHash }: Options): KnownDevices {
  const sign = (text: string): string => createHmac('sha256', secret).update(`known device\n${text}`).digest('hex');
  const nameFor = (email: string): string => `${isSecure ? '__Host-' : ''}redial.known-${sign(`name\n${email}`).slice(0, 12)}`;
  const proofOf = async (email: string, since: string): Promise<string> => sign(`${email}\n${since}\n${(await findHash(email)) ?? ''}`);
  return {
    async read(headers, email, now) {
      const start = `${nameFor(email)}=`;
      const written = (headers.get('cookie') ?? '')
        .split(/;\s*/u)
        .find((one) => one.startsWith(start))
        ?.slice(start.length);
      const [, since = '', proof = ''] = VALUE.exec(written ?? '') ?? [];
      if (since === '' || Number(since) < now - YEAR_SECONDS * 1000) return null;
      return timingSafeEqual(Buffer.from(proof), Buffer.from(await proofOf(email, since))) ? Number(since) : null;
    },
    async write(email, now) {
      const value = `${now}.${await proofOf(email, String(now))}`;
      return `${nameFor(email)}=${value}; Path=${PATH}; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    },
  };
}
