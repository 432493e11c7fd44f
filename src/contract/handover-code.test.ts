import { expect, test } from 'vitest';
import { digitsAt, fromBase64Url, macOfCode, macOfConfirmation, readCodeAddress, stepAt, toBase64Url, toCodeAddress } from './handover-code.ts';

const RFC_SECRET = new TextEncoder().encode('12345678901234567890123456789012');
const SECRET = Uint8Array.from({ length: 20 }, (_, at) => at * 11);
const code = { orderId: '0190-a', direction: 'handover', step: 59_000_000 } as const;

// RFC 6238, appendix B: the rows for SHA-256.
test.each([
  [59, '46119246'],
  [1_111_111_109, '68084774'],
  [1_111_111_111, '67062674'],
  [1_234_567_890, '91819424'],
  [2_000_000_000, '90698825'],
  [20_000_000_000, '77737706'],
])('The code at second %i is the one in RFC 6238', async (second, digits) => {
  expect(await digitsAt(RFC_SECRET, stepAt(second * 1000), 8)).toBe(digits);
  expect(await digitsAt(RFC_SECRET, stepAt(second * 1000))).toBe(digits.slice(2));
});

test('A code’s MAC has 128 bits and changes with the secret, the order, the direction and the step', async () => {
  const mac = await macOfCode(SECRET, code);
  expect(fromBase64Url(mac)).toHaveLength(16);
  expect(await macOfCode(SECRET, { ...code })).toBe(mac);
  const others = await Promise.all([
    macOfCode(
      SECRET.map((byte) => byte ^ 1),
      code,
    ),
    macOfCode(SECRET, { ...code, orderId: '0190-b' }),
    macOfCode(SECRET, { ...code, direction: 'return' }),
    macOfCode(SECRET, { ...code, step: code.step + 1 }),
    macOfConfirmation(SECRET, { ...code, madeAt: code.step }),
  ]);
  expect(new Set([mac, ...others]).size).toBe(6);
});

test('A scanned address reads as the code it was made from, and other texts as none', async () => {
  const whole = { ...code, mac: await macOfCode(SECRET, code) };
  const address = toCodeAddress('https://shop.example', whole);
  expect(readCodeAddress(address)).toEqual(whole);
  for (const text of ['', 'https://shop.example/', address.slice(0, -1), `${address}x`, address.replace('handover', 'theft'), '#'.repeat(100_000)])
    expect(readCodeAddress(text)).toBeNull();
});

test('Bytes survive base64url', () => {
  for (const length of [0, 1, 2, 3, 20]) {
    const bytes = Uint8Array.from({ length }, (_, at) => 255 - at);
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
  }
});
