import { expect, test } from 'vitest';
import { isReturn, readNeed, readVisitError, returnPath } from './login-origin.ts';
import { readOrigin } from './read-origin.ts';
import { visitSentence } from './visit-sentence.ts';

function search(from: string) {
  return `?${new URLSearchParams({ from })}`;
}

test('Returns the page that the user came from, with its query', () => {
  expect(readOrigin(search('/booking-page/1?x=2'))).toBe('/booking-page/1?x=2');
});

test.each(['https://elsewhere.test', '//elsewhere.test', '/\\elsewhere.test', '/\t/elsewhere.test', '/a\\b', 'javascript:alert(1)', ''])(
  'Rejects an origin outside of the shop: %j',
  (from) => {
    expect(readOrigin(search(from))).toBeNull();
  },
);

test.each(['/login', '/login?from=%2F', '/signup'])('Does not return to an account form: %s', (from) => {
  expect(readOrigin(search(from))).toBeNull();
});

test('Ignores a role that the shop does not have', () => {
  expect(readNeed('?needs=seller')).toBe('seller');
  expect(readNeed('?needs=owner')).toBeNull();
});

test.each(['google', 'oidc'] as const)('Tells a successful return from a failed one: %s', async (provider) => {
  const path = returnPath(provider, '/login', '/dashboard/myOrders');
  const query = path.slice(path.indexOf('?'));
  expect(isReturn(query)).toBe(true);
  expect(readOrigin(query)).toBe('/dashboard/myOrders');
  expect(readVisitError(query)).toBeNull();
  expect(isReturn(`${query}&error=access_denied`)).toBe(false);
  expect(readVisitError(`${query}&error=access_denied`)).toEqual({ provider, reason: 'access_denied' });
  await expect(visitSentence('access_denied', 'Google')).resolves.toBe('Logging in with Google was canceled.');
  for (const reason of ['__proto__', 'toString', ''])
    await expect(visitSentence(reason, 'Google')).resolves.toBe('Logging in with Google didn’t work. Please try again.');
  await expect(visitSentence('made up', 'Google')).resolves.toBe('Logging in with Google didn’t work. Please try again.');
});
