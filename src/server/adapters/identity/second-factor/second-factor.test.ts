import { describe, expect, test } from 'vitest';
import { hashRecoveryCode, makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';
import { createSealing } from './sealed.ts';
import { codeAt, findStep, stepOf, toBase32, toKeyAddress } from './totp.ts';

/** The secret of RFC 6238’s appendix B. */
const SECRET = Buffer.from('12345678901234567890');

describe('Authenticator codes', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('Computes the standard’s test vector at %d seconds after 1970: %s', (seconds, code) => {
    expect(codeAt(SECRET, stepOf(seconds * 1000))).toBe(code);
  });

  test('Accepts a code in its own half minute, the one before and the one after only', () => {
    const now = 1_700_000_010_000;
    const fits = [-2, -1, 0, 1, 2].map((steps) => findStep(SECRET, codeAt(SECRET, stepOf(now) + steps), now));
    expect(fits).toEqual([null, stepOf(now) - 1, stepOf(now), stepOf(now) + 1, null]);
    for (const code of ['', '12345', '1234567', '١٢٣٤٥٦', '28708２']) expect(findStep(SECRET, code, 59_000)).toBeNull();
  });

  test('Encodes the secret in an address that authenticator apps read, whatever the shop’s name', () => {
    expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const address = new URL(toKeyAddress(SECRET, { shopName: 'Ré: dial & Co', email: 'a+b@example.test' }));
    expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual(['otpauth:', expect.stringMatching(/Ré {2}dial & Co:a\+b@example\.test$/u)]);
    expect(Object.fromEntries(address.searchParams)).toEqual({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', issuer: 'Ré  dial & Co' });
    expect(address.search).not.toContain('+');
  });
});

test('Recovery codes differ, are read however they are typed, and are stored as hashes', async () => {
  const codes = makeRecoveryCodes();
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/u);
  expect(['01abc-defgh', ' O1ABC DEFGH ', 'olabcdefgh', '01abc', '01abc-defg!', ''].map(readRecoveryCode)).toEqual([
    ...Array<string>(3).fill('01abcdefgh'),
    ...Array<null>(3).fill(null),
  ]);
  const [one, salted] = [await hashRecoveryCode('01abc-defgh', 'salt'), await hashRecoveryCode('01abc-defgh', 'other')];
  expect(await hashRecoveryCode('O1ABCDEFGH', 'salt')).toBe(one);
  expect(salted).not.toBe(one);
});

test('A secret is sealed for its owner, and opens with the shop’s secret alone', () => {
  const { seal, open } = createSealing('a secret of this test alone');
  const sealed = seal(SECRET, 'one');
  expect(sealed).not.toBe(seal(SECRET, 'one'));
  expect(open(sealed, 'one')).toEqual(SECRET);
  expect([open(sealed, 'two'), createSealing('another').open(sealed, 'one'), open('', 'one'), open(`A${sealed.slice(1)}`, 'one')].filter(Boolean)).toHaveLength(
    sealed.startsWith('A') ? 1 : 0,
  );
});
