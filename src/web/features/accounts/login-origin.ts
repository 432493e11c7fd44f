import type { ProviderId } from '../../ports/identity.ts';

type LoginNeed = 'buyer' | 'seller' | 'admin';

/** Where somebody on /login came from, as a path of the shop; null when they came by themselves, or the address was tampered with. */
export const readOrigin = (search: string): string | null => {
  const from = new URLSearchParams(search).get('from');
  // The browser drops tabs and line breaks and reads a backslash as a slash, so that `/\t/elsewhere` would leave the shop.
  if (!from?.startsWith('/') || /^\/[/\\]|[\p{Cc}\\]/u.test(from)) return null;
  return /^\/(login|signup)\b/u.test(from) ? null : from;
};

/** Which role the page they wanted is for, when that is why they are here. */
export const readNeed = (search: string): LoginNeed | null => {
  const needs = new URLSearchParams(search).get('needs');
  return needs === 'buyer' || needs === 'seller' || needs === 'admin' ? needs : null;
};

const NEEDS: Record<LoginNeed, string> = {
  seller: 'That page is for sellers',
  admin: 'That page is for admins',
  buyer: 'That page is for buyers',
};

/** Why someone who is signed in sees the form all the same. */
export const needSentence = (need: LoginNeed, email: string): string =>
  `${NEEDS[need]}, and you’re logged in as ${email}. Log in with another account to open it.`;

const readVia = (query: URLSearchParams): ProviderId => (query.get('via') === 'oidc' ? 'oidc' : 'google');

/** Which provider a visit went to, and the word for what went wrong there, from the address that it came back to; null when nothing did. */
export const readVisitError = (search: string): { provider: ProviderId; reason: string } | null => {
  const query = new URLSearchParams(search);
  const reason = query.get('error');
  return reason === null ? null : { provider: readVia(query), reason };
};

/** Where a visit to a provider comes back to. */
export const returnPath = (provider: ProviderId, page: '/login' | '/signup', origin: string | null): string =>
  `${page}?${new URLSearchParams({ via: provider, ...(origin && { from: origin }) })}`;

export const isReturn = (search: string): boolean => {
  const query = new URLSearchParams(search);
  return query.has('via') && !query.has('error');
};
