import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { toAscii } from './ascii.ts';

/** What V8 writes besides a text's characters. */
const MOST_ELSE = 16;

test('JSON in ASCII says the same and takes a byte a character in memory', () => {
  const text = { title: 'Pixel 8 “as new” – 480 €', name: 'Zoë', mask: '•••', pair: '📱', lone: '\ud83d', kept: 'a\\u00e9\n' };
  const ascii = toAscii(JSON.stringify(text));
  expect(ascii).toMatch(/^[\x20-\x7e]+$/u);
  expect(JSON.parse(ascii)).toEqual(text);
  for (const made of [ascii, ['{"a":1}', ascii].join(','), ascii.slice(5), ascii.repeat(3)])
    expect(serialize(made).length).toBeLessThan(made.length + MOST_ELSE);
});
