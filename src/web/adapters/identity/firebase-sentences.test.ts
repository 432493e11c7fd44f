import { expect, test } from 'vitest';
import { toIdentityError } from './firebase-sentences.ts';

function input(code: string) {
  return toIdentityError(Object.assign(new Error(`Firebase: Error (${code}).`), { code }));
}

test('Reports a wrong password alike for the emulator and Google, without revealing whether there is an account', () => {
  const codes = ['auth/wrong-password', 'auth/invalid-credential', 'auth/invalid-login-credentials', 'auth/user-not-found'];
  expect(new Set(codes.map((code) => input(code).message))).toEqual(new Set(['Wrong email or password.']));
});

test.each([
  ['auth/email-already-in-use', 409, /already an account with this email\. Log in instead/u],
  ['auth/weak-password', 422, /Minimum eight characters/u],
  ['auth/password-does-not-meet-requirements', 422, /Minimum eight characters/u],
  ['auth/too-many-requests', 429, /Wait a few minutes/u],
  ['auth/network-request-failed', 0, /Check your connection/u],
  ['auth/user-disabled', 403, /has been closed/u],
  ['auth/never-heard-of', 500, /try again/u],
])('Translates %s', (code, status, words) => {
  const error = input(code);
  expect(error.status).toBe(status);
  expect(error.message).toMatch(words);
  expect(error.message).not.toMatch(/firebase|auth\//iu);
});

test('Says which field an error is about, unless it is about the account', () => {
  expect(input('auth/weak-password').fields).toEqual({ password: ' Minimum eight characters, at least one letter and one number' });
  expect(input('auth/invalid-email').fields).toEqual({ email: 'Enter a valid email address.' });
  expect(input('auth/email-already-in-use').fields).toEqual({});
});

test('Describes an error that is not one of the service’s', () => {
  for (const odd of [new TypeError('x is undefined'), null, 'text', { code: 7 }]) expect(toIdentityError(odd).message).toMatch(/try again/u);
});
