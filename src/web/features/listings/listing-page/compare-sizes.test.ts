import { expect, test } from 'vitest';
import { compareSizes } from './compare-sizes.ts';

const thing = { name: 'a Galaxy S21', height: 151.7, width: 71.2, corner: 9 };

test.each([
  [158.6, 69, '7 mm taller and 2 mm narrower than a Galaxy S21.'],
  [151.7, 75.2, '4 mm wider than a Galaxy S21.'],
  [120, 71.4, '32 mm shorter than a Galaxy S21.'],
  [151.5, 71.1, 'The same size as a Galaxy S21.'],
])('Compares a phone of %s × %s mm with familiar things', (height, width, words) => {
  expect(compareSizes({ height, width }, thing)).toBe(words);
});
