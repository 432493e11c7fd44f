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
  seller: 'The page you wanted is for sellers',
  admin: 'The page you wanted is for the shop’s admins',
  buyer: 'The page you wanted is for buyers',
};

/** Why someone who is signed in sees the form all the same. */
export const needSentence = (need: LoginNeed, email: string): string => `${NEEDS[need]}, and you are signed in as ${email}. Use another account to open it.`;

const VISIT_ERRORS = new Map<string, (name: string) => string>(
  Object.entries({
    access_denied: (name) => `The sign-in with ${name} was cancelled.`,
    account_not_linked: (name) =>
      `There is an account with this e-mail address already. Log in with its password. To use ${name} for it from then on, the address must be verified on both sides: open the verification mail of the shop, and see that ${name} has verified the address too.`,
    email_not_found: (name) => `${name} told the shop no e-mail address, and without one there is no account here. Allow it there, or sign up with a password.`,
    email_not_verified: (name) =>
      `${name} has not verified that your e-mail address is yours, so no account was made. Verify it there and try again, or sign up with a password.`,
    provider_unreachable: (name) => `${name} can’t be reached right now. Nothing was changed; try again in a moment, or log in with your password.`,
    provider_troubled: (name) => `${name} has trouble right now. Nothing was changed; try again in a moment, or log in with your password.`,
    proof_refused: (name) => `What came back from ${name} doesn’t prove who you are, so nobody was signed in. Please try again.`,
    sign_in_too_weak: (name) => `${name} signed you in by less than this shop asks for, such as a password alone. Use your second factor there, and try again.`,
    code_needed: () => 'This account asks for a code. Log in with its password here; then you are asked for it.',
    state_mismatch: (name) => `The sign-in with ${name} took too long, or began in another window. Please try again.`,
  } satisfies Record<string, (name: string) => string>),
);

/** What went wrong at a provider, in a sentence; `reason` is the identity service's word for it. */
export const visitSentence = (reason: string, name: string): string =>
  VISIT_ERRORS.get(reason)?.(name) ?? `The sign-in with ${name} didn’t work. Please try again.`;

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
