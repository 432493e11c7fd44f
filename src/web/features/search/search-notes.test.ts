import { expect, test } from 'vitest';
import { describeUnmet } from './search-notes.tsx';

test('Says which wishes no phone meets', () => {
  expect(describeUnmet(['Up to $200'])).toBe('No phone matches “Up to $200”, so we searched without it.');
  expect(describeUnmet(['Up to $200', 'Dual SIM'])).toBe('No phone matches “Up to $200” or “Dual SIM”, so we searched without them.');
});
