import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

const YEAR_SECONDS = 31_536_000;
const PATH = '/';
const VALUE = /^([0-9a-f-]{36})\.(\d{1,15})\.([0-9a-f]{64})$/u;

export type KnownDevices = {
  /** The device's id, and since when it is known (epoch ms), if this browser logged in to this account before; null otherwise. */
  read(headers: Headers, email: string, now: number): { id: string; since: number } | null;
  /** Returns a cookie that marks the browser as known for a year. */
  write(email: string, now: number): string;
};

/**
 * Recognizes browsers that have logged in to an account, by a signed cookie for each account. The cookie logs nobody in and names nobody: it gives
 * the browser its own login attempts, which strangers can't use up.
 */
export function createKnownDevices({ secret, isSecure }: { secret: string; isSecure: boolean }): KnownDevices {
  const sign = (text: string): string => createHmac('sha256', secret).update(`known device\n${text}`).digest('hex');
  const nameFor = (email: string): string => `${isSecure ? '__Host-' : ''}redial.known-${sign(`name\n${email}`).slice(0, 12)}`;
  const proofOf = (email: string, id: string, since: string): string => sign(`${email}\n${id}\n${since}`);
  return {
    read(headers, email, now) {
      const start = `${nameFor(email)}=`;
      const written = (headers.get('cookie') ?? '')
        .split(/;\s*/u)
        .find((one) => one.startsWith(start))
        ?.slice(start.length);
      const [, id = '', since = '', proof = ''] = VALUE.exec(written ?? '') ?? [];
      if (id === '' || Number(since) < now - YEAR_SECONDS * 1000) return null;
      return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(email, id, since))) ? { id, since: Number(since) } : null;
    },
    write(email, now) {
      const id = randomUUID();
      const value = `${id}.${now}.${proofOf(email, id, String(now))}`;
      return `${nameFor(email)}=${value}; Path=${PATH}; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    },
  };
}
