import type { ProviderId } from '../../ports/identity.ts';

type LoginNeed = 'buyer' | 'seller' | 'admin';

const NEEDS: Record<LoginNeed, string> = {
  seller: 'That page is for sellers',
  admin: 'That page is for admins',
  buyer: 'That page is for buyers',
};

/** Where somebody on /login came from, as a path of the shop; null when they came by themselves, or the address was tampered with. */
export function readOrigin(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  // The browser drops tabs and line breaks and reads a backslash as a slash, so that `/\t/elsewhere` would leave the shop.
  if (!from?.startsWith('/') || /^\/[/\\]|[\p{Cc}\\]/u.test(from)) return null;
  return /^\/(login|signup)\b/u.test(from) ? null : from;
}

/** Which role the page they wanted is for, when that is why they are here. */
export function readNeed(search: string): LoginNeed | null {
  const needs = new URLSearchParams(search).get('needs');
  return needs === 'buyer' || needs === 'seller' || needs === 'admin' ? needs : null;
}

/** Why someone who is signed in sees the form all the same. */
export function needSentence(need: LoginNeed, email: string): string {
  return `${NEEDS[need]}, and you’re logged in as ${email}. Log in with another account to open it.`;
}

/** Which provider a visit went to, and the word for what went wrong there, from the address that it came back to; null when nothing did. */
export function readVisitError(search: string): { provider: ProviderId; reason: string } | null {
  const query = new URLSearchParams(search);
  const reason = query.get('error');
  return reason === null ? null : { provider: readVia(query), reason };
}

const readVia = (query: URLSearchParams): ProviderId => (query.get('via') === 'oidc' ? 'oidc' : 'google');

/** Where a visit to a provider comes back to. */
export function returnPath(provider: ProviderId, page: '/login' | '/signup', origin: string | null): string {
  return `${page}?${new URLSearchParams({ via: provider, ...(origin && { from: origin }) })}`;
}

export function isReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('via') && !query.has('error');
}
