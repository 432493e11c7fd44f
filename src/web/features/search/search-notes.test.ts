import { expect, test } from 'vitest';
import { leftOut } from './search-notes.tsx';

test('Says what a search did without', () => {
  expect(leftOut(['Up to $200'])).toBe('“Up to $200”; searched without it.');
  expect(leftOut(['Up to $200', 'Dual SIM'])).toBe('“Up to $200” or “Dual SIM”; searched without them.');
});
