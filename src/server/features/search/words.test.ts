import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countDifferent, distanceOf, lettersOf, wordsOf } from './words.ts';

/** Few letters, so that words are often near each other, and long ones, so that the rows must grow. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '2'), maxLength: 9 });
const words = fc.oneof(
  fc.tuple(word, word),
  fc.tuple(word, word).map(([one, other]) => [one.repeat(20), other.repeat(20)] as const),
);

test.each([
  ['', '', 0],
  ['galaxy', 'galaxy', 0],
  ['galaxy', 'galxy', 1],
  ['galaxy', 'glaaxy', 1],
  ['galaxy', 'gallaxy', 1],
  ['ca', 'abc', 3],
  ['', 'pixel', 5],
])('From “%s” to “%s” there are %d edits, in either direction', (one, other, edits) => {
  expect(distanceOf(one, other)).toBe(edits);
  expect(distanceOf(other, one)).toBe(edits);
});

test('A word is the same however its ß is written', () => {
  expect(['Straße', 'STRASSE', 'STRAẞE', 'strasse'].map(wordsOf)).toEqual(Array.from({ length: 4 }, () => ['strasse']));
});

test('A bound leaves smaller distances as they are, and makes of others any that are larger than it', () => {
  fc.assert(
    fc.property(words, fc.nat(8), ([one, other], most) => {
      const distance = distanceOf(one, other);
      const bounded = distanceOf(one, other, most);
      if (distance <= most) expect(bounded).toBe(distance);
      else expect(bounded).toBeGreaterThan(most);
    }),
  );
});

test('The letters of two words never differ by more than two for each edit', () => {
  fc.assert(
    fc.property(words, ([one, other]) => {
      expect(countDifferent(lettersOf(one), lettersOf(other))).toBeLessThanOrEqual(2 * distanceOf(one, other));
    }),
  );
});
