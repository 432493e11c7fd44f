import { describe, expect, test } from 'vitest';
import { checkDigitOf, Imei, OptionalImei, readImei } from './imei.ts';

const GOOD = '490154203237518';

function isNot(text: string): string {
  const reading = readImei(text);
  return 'refusal' in reading ? reading.refusal : `read as ${reading.imei}`;
}

describe('IMEIs', () => {
  test.each([
    [GOOD, GOOD],
    ['356938035643809', '356938035643809'],
    ['  49 015420 323751 8 ', GOOD],
    ['49-015420-323751-8', GOOD],
    ['49–015420–323751–8', GOOD],
    ['49/015420/323751/8', GOOD],
    ['49.015420.323751.8', GOOD],
    ['49\u00a0015420\u200b323751\u20098', GOOD],
    ['４９０１５４２０３２３７５１８', GOOD],
    ['IMEI: 490154203237518', GOOD],
    ['IMEI1: 490154203237518', GOOD],
    ['imei 2 490154203237518', GOOD],
    ['490154203237518 / 01', GOOD],
    ['4901542032375101', GOOD],
  ])('Reads the IMEI %s', (text, digits) => {
    expect(readImei(text)).toEqual({ imei: digits });
  });

  test.each([
    ['490154203237519', /has a typo/u],
    ['490154203237581', /has a typo/u],
    ['49015420323751', /last one is missing/u],
    ['4901542032375', /15 digits, but this one has 13/u],
    ['49015420323751801', /15 digits, but this one has 17/u],
    [`${GOOD}/356938035643809`, /two IMEIs/u],
    ['000000000000000', /real IMEI/u],
    ['0000000000000000', /real IMEI/u],
    ['111111111111119', /real IMEI/u],
    ['012345678901237', /real IMEI/u],
    ['490154200000008', /real IMEI/u],
    ['004999010640000', /start with 00/u],
    ['A10000009296F2', /MEID/u],
    ['49015420323751x', /only digits/u],
    ['*#06#', /only digits/u],
    ['', /this one has 0/u],
  ])('Refuses the IMEI %s', (text, sentence) => {
    expect(isNot(text)).toMatch(sentence);
  });

  test('An IMEI can be a number, and its length is limited before it is parsed', () => {
    expect(Imei.parse(490154203237518)).toBe(GOOD);
    for (const value of ['', '  ', null, undefined, {}, [GOOD], true, 4.5, '4'.repeat(100_000)])
      expect(Imei.safeParse(value).success, String(value).slice(0, 20)).toBe(false);
  });

  test('An optional IMEI can be left out', () => {
    for (const value of [undefined, null, '', ' \n']) expect(OptionalImei.parse(value) ?? null).toBeNull();
    expect(OptionalImei.parse(GOOD)).toBe(GOOD);
    expect(OptionalImei.safeParse('123').error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(/this one has 3/u)]);
  });

  test('The check digit reveals every single wrong digit', () => {
    for (let at = 0; at < 15; at += 1)
      for (let digit = 0; digit < 10; digit += 1) {
        const changed = GOOD.slice(0, at) + digit + GOOD.slice(at + 1);
        if (changed !== GOOD) expect(changed.at(-1) === checkDigitOf(changed.slice(0, 14)), changed).toBe(false);
      }
  });
});
