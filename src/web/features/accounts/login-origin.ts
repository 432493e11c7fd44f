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

const GOOGLE_ERRORS: Record<string, string> = {
  access_denied: 'The sign-in with Google was cancelled.',
  account_not_linked: 'There is an account with this e-mail address already. Log in with its password.',
};

/** What went wrong at Google, from the address that the identity service came back to. */
export const readGoogleError = (search: string): string | null => {
  const error = new URLSearchParams(search).get('error');
  return error && (GOOGLE_ERRORS[error] ?? 'The sign-in with Google didn’t work. Please try again.');
};

const VIA_GOOGLE = 'google';

/** Where Google's sign-in comes back to. */
export const googleReturnPath = (page: '/login' | '/signup', origin: string | null): string =>
  `${page}?${new URLSearchParams({ via: VIA_GOOGLE, ...(origin && { from: origin }) })}`;

export const isGoogleReturn = (search: string): boolean => {
  const query = new URLSearchParams(search);
  return query.get('via') === VIA_GOOGLE && !query.has('error');
};
