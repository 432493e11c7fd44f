import { IdentityError } from '../../ports/identity.ts';

/** `field`: what it is about, when that isn't the account. */
type Sentence = [status: number, sentence: string, field?: 'email' | 'password'];

const WRONG: Sentence = [401, 'Wrong email or password.'];
const WEAK: Sentence = [422, ' Minimum eight characters, at least one letter and one number', 'password'];
const OFFLINE: Sentence = [0, 'We couldn’t reach the login service. Check your connection and try again.'];
const USED: Sentence = [422, 'This link has expired or was already used. Request a new one.'];
const AGAIN: Sentence = [401, 'You’ve been logged out. Please log in again.'];
const NOT_SET_UP: Sentence = [503, 'This way of logging in isn’t available here.'];

/** Maps Firebase's error codes to the shop's messages. */
const SENTENCES: Record<string, Sentence> = {
  'auth/invalid-credential': WRONG,
  'auth/invalid-login-credentials': WRONG,
  'auth/wrong-password': WRONG,
  'auth/user-not-found': WRONG,
  'auth/invalid-email': [422, 'Enter a valid email address.', 'email'],
  'auth/missing-email': [422, 'Email is Required', 'email'],
  'auth/missing-password': [422, 'Password is required', 'password'],
  'auth/weak-password': WEAK,
  'auth/password-does-not-meet-requirements': WEAK,
  'auth/email-already-in-use': [409, 'There’s already an account with this email. Log in instead.'],
  'auth/account-exists-with-different-credential': [
    409,
    'There’s already an account with this email that uses a different way to log in. Log in the way you did before.',
  ],
  'auth/too-many-requests': [429, 'Too many attempts. Wait a few minutes and try again, or reset your password.'],
  'auth/quota-exceeded': [429, 'Too many people are logging in right now. Wait a few minutes and try again.'],
  'auth/user-disabled': [403, 'This account has been closed. Contact us if you think this is a mistake.'],
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
  'auth/web-storage-unsupported': [422, 'Your browser is blocking cookies, which logging in needs. Allow cookies and site data, then try again.'],
};

const PLAIN: Sentence = [500, 'Something went wrong while logging you in. Please try again in a moment.'];

/** Turns one of Firebase's errors into a message for the user. */
export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  const [status, sentence, field] = SENTENCES[wordOf(error) ?? ''] ?? PLAIN;
  return new IdentityError(status, sentence, field && { fields: { [field]: sentence } });
}

/** Returns Firebase's stable error code; null when the error isn't one of Firebase's. */
export function wordOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && error.code.startsWith('auth/') ? error.code : null;
}
