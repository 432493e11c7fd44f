import { describe, expect, test } from 'vitest';
import type { Suggestion } from '#contract/search.ts';
import { addressOf, fullName, has, markTyped } from './suggestions.ts';

function model(brand: string, text: string): Suggestion {
  return { kind: 'model', brand, text, listings: 3 };
}

describe('Suggestions', () => {
  test.each([
    ['Xiaomi', '13 Pro', 'Xiaomi 13 Pro'],
    ['Xiaomi', 'Xiaomi 13', 'Xiaomi 13'],
    ['Samsung', 'SAMSUNG Galaxy', 'SAMSUNG Galaxy'],
    ['Apple', 'iPhone 12', 'Apple iPhone 12'],
  ])('A suggested model of %s called %s searches for %s', (brand, text, expected) => {
    expect(fullName(model(brand, text))).toBe(expected);
    expect(addressOf(model(brand, text))).toBe(`/search?search=${expected.replaceAll(' ', '+')}`);
  });

  test('A suggested model leads to its search whatever it is called', () => {
    expect(new URL(addressOf(model('A&B', '50% + #1')), 'http://shop').searchParams.get('search')).toBe('A&B 50% + #1');
  });

  test('A suggestion stays while it still contains the input', () => {
    expect(has(model('Samsung', 'Galaxy S21'), 'sams GAL')).toBe(true);
    expect(has(model('Samsung', 'Galaxy S21'), 'galaxy note')).toBe(false);
  });
});

test('A suggested brand leads to its phones', () => {
  expect(addressOf({ kind: 'brand', brand: 'B/Q & Co', text: 'B/Q & Co', listings: 1 })).toBe('/category/B%2FQ%20%26%20Co');
});

describe('The typed part of a suggestion is highlighted', () => {
  const marked = (text: string, typed: string) =>
    markTyped(text, typed)
      .map((part) => (part.marked ? `[${part.text}]` : part.text))
      .join('');

  test.each([
    ['Apple iPhone 12 Pro', 'iph', 'Apple [iPh]one 12 Pro'],
    ['Apple iPhone 12 Pro', 'IPHONE 12', 'Apple [iPhone 12] Pro'],
    ['Apple iPhone 12 Pro', 'iphone12p', 'Apple [iPhone 12 P]ro'],
    ['Apple iPhone 12 Pro', 'pro  12 ', 'Apple iPhone [12] [Pro]'],
    ['Samsung', 's', '[S]amsung'],
    ['Nokia 3.1', '3.1', 'Nokia [3.1]'],
    ['Nokia 3.1', '3 1', 'Nokia [3].[1]'],
    ['Moto G (5)', '(', 'Moto G [(]5)'],
    ['Galaxy S21', 'glaxy', 'Galaxy S21'],
    ['Galaxy S21', '   ', 'Galaxy S21'],
    ['Øresund Ång', 'ån', 'Øresund [Ån]g'],
    ['A*B+C?', '*b+c?', 'A*B+C?'],
  ])('In %s, the input %j highlights %s', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected);
  });

  test('Highlighting never changes the text, whatever the input', () => {
    for (const typed of ['\\', '[', ']', '(((', '{1,', '^$', '-', '/', '🙂', 'x'.repeat(200), 'a '.repeat(100)])
      expect(
        markTyped('A model', typed)
          .map(({ text }) => text)
          .join(''),
      ).toBe('A model');
  });
});
