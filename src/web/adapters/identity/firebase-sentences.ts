import { IdentityError } from '../../ports/identity.ts';

type Sentence = [status: number, sentence: string];

const WRONG: Sentence = [401, 'The e-mail address or the password is wrong.'];
const WEAK: Sentence = [422, ' Minimum eight characters, at least one letter and one number'];
const OFFLINE: Sentence = [0, 'The sign-in service can’t be reached right now. Check your connection and try again.'];
const USED: Sentence = [422, 'This link was used already, or has run out. Ask for a new one.'];
const AGAIN: Sentence = [401, 'You have been signed out. Please log in again.'];
const NOT_SET_UP: Sentence = [503, 'This way to sign in is not set up here.'];

/** Firebase's words for what went wrong, in ours. */
const SENTENCES: Record<string, Sentence> = {
  'auth/invalid-credential': WRONG,
  'auth/invalid-login-credentials': WRONG,
  'auth/wrong-password': WRONG,
  'auth/user-not-found': WRONG,
  'auth/invalid-email': [422, 'This is not an e-mail address.'],
  'auth/missing-email': [422, 'Email is Required'],
  'auth/missing-password': [422, 'Password is required'],
  'auth/weak-password': WEAK,
  'auth/password-does-not-meet-requirements': WEAK,
  'auth/email-already-in-use': [409, 'There is an account with this e-mail address already. Log in instead.'],
  'auth/account-exists-with-different-credential': [
    409,
    'There is an account with this e-mail address already, with another way to log in. Log in the way you did before.',
  ],
  'auth/too-many-requests': [429, 'Too many tries in a short time. Wait a few minutes and try again, or set a new password.'],
  'auth/quota-exceeded': [429, 'Too many people are signing in at the moment. Wait a few minutes and try again.'],
  'auth/user-disabled': [403, 'This account was closed. Write to the shop if you think that is a mistake.'],
  'auth/network-request-failed': OFFLINE,
  'auth/timeout': OFFLINE,
  'auth/expired-action-code': USED,
  'auth/invalid-action-code': USED,
  'auth/user-token-expired': AGAIN,
  'auth/invalid-user-token': AGAIN,
  'auth/requires-recent-login': AGAIN,
  'auth/operation-not-allowed': NOT_SET_UP,
  'auth/admin-restricted-operation': NOT_SET_UP,
  'auth/unauthorized-domain': NOT_SET_UP,
  'auth/configuration-not-found': NOT_SET_UP,
  'auth/web-storage-unsupported': [422, 'Your browser keeps nothing for this site, which signing in needs. Allow cookies and site data, and try again.'],
};

const PLAIN: Sentence = [500, 'The sign-in service could not do that. Please try again in a moment.'];

/** Firebase's stable word for an error; null when it isn't one of Firebase's. */
export const wordOf = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && error.code.startsWith('auth/') ? error.code : null;
};

/** One of Firebase's errors as a sentence for the person. */
export const toIdentityError = (error: unknown): IdentityError => {
  if (error instanceof IdentityError) return error;
  const [status, sentence] = SENTENCES[wordOf(error) ?? ''] ?? PLAIN;
  return new IdentityError(status, sentence);
};
