import type { ProviderId } from '../../ports/identity.ts';

type LoginNeed = 'buyer' | 'seller' | 'admin';

const NEEDS: Record<LoginNeed, { page: string; advice: string }> = {
  seller: { page: 'Selling needs a seller account', advice: 'Log in with your seller account, or sign up as a seller with another email address.' },
  admin: { page: 'That page is for admins', advice: 'Log in with another account to open it.' },
  buyer: { page: 'That page is for buyers', advice: 'Log in with another account to open it.' },
};

/** Returns which role the requested page is for, when that is why the user is here. */
export function readNeed(search: string): LoginNeed | null {
  const needs = new URLSearchParams(search).get('needs');
  return needs === 'buyer' || needs === 'seller' || needs === 'admin' ? needs : null;
}

/** Explains why a signed-in user sees the login form. */
export function needSentence(need: LoginNeed, email: string): string {
  return `${NEEDS[need].page}, and you’re logged in as ${email}. ${NEEDS[need].advice}`;
}

/** Returns the provider that was visited and its error code, from the address returned to; null without an error. */
export function readVisitError(search: string): { provider: ProviderId; reason: string } | null {
  const query = new URLSearchParams(search);
  const reason = query.get('error');
  return reason === null ? null : { provider: readVia(query), reason };
}

const readVia = (query: URLSearchParams): ProviderId => (query.get('via') === 'oidc' ? 'oidc' : 'google');

/** Returns the path that a visit to a provider comes back to. */
export function returnPath(provider: ProviderId, page: '/login' | '/signup', origin: string | null): string {
  return `${page}?${new URLSearchParams({ via: provider, ...(origin && { from: origin }) })}`;
}

export function isReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('via') && !query.has('error');
}
