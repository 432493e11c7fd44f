import { describe, expect, test } from 'vitest';
import { priceEstimateCalls } from '../price-estimates.ts';
import { reportCalls } from '../reports.ts';
import { draftCalls } from '../selling/drafts.ts';
import { isBlank, requiredText } from './text.ts';

/** One character to people, two UTF-16 code units. */
const PHONE = '📱';

describe('Text length', () => {
  const note = (text: string) => reportCalls['POST /reportedItems'].body.safeParse({ _id: 'a', note: text }).success;
  const draft = (text: string) => draftCalls['PUT /drafts/:id'].body.safeParse({ revision: 0, content: { color: text } }).success;
  const isPriceQuery = (text: string) =>
    priceEstimateCalls['GET /priceEstimate'].query.safeParse({ brand: 'Samsung', model_name: 'Galaxy S21', storage: text }).success;
  const field = (text: string) => requiredText('Color', 200).safeParse(text).success;

  test.each([
    ['a note', note, 1000],
    ['a field of a draft', draft, 200],
    ['a query for a price estimate', isPriceQuery, 200],
    ['a field', field, 200],
  ])('Counts the length of %s in characters, as people do', (_, takes, most) => {
    expect([takes(PHONE.repeat(most)), takes(PHONE.repeat(most + 1)), takes('x'.repeat(most + 1))]).toEqual([true, false, false]);
  });
});

describe('A text', () => {
  test.each([
    ['spaces', ' \u00A0\u3000\n'],
    ['characters without width', '\u200B\uFEFF\u00AD'],
    ['turns of direction', '\u202E\u2069'],
    ['fillers of Korean letters', '\u3164\u115F\uFFA0'],
    ['a selector of a variant, without what it varies', '\uFE0F'],
    ['braille without dots', '\u2800'],
    ['control characters', '\u0001\u0085'],
  ])('Of nothing but %s is blank', (_, text) => {
    expect([isBlank(text), requiredText('Name', 200).safeParse(text).success, isBlank(`${text}👍`)]).toEqual([true, false, false]);
  });

  test.each(['a', '0', '-', '.', '€', '漢', '👍🏽', '❤️', '\u0301', '⠁'])('Like “%s” isn’t blank', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});
