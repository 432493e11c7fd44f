import { expect, test } from 'vitest';
import { describeOrderPassport } from './order-passport-text.ts';

const AT = '2026-11-01T12:00:00.000Z';

test.each([
  ['a buyer who waits for the phone', { side: 'buyer', handedOverAt: null, endedAt: null, isYours: false }, 'becomes yours when you get the phone'],
  ['a buyer who has it', { side: 'buyer', handedOverAt: AT, endedAt: null, isYours: true }, 'You can add repairs'],
  ['a buyer who has sold it on', { side: 'buyer', handedOverAt: AT, endedAt: AT, isYours: false }, 'history, without a name.'],
  ['a buyer who never gets it', { side: 'buyer', handedOverAt: null, endedAt: AT, isYours: false }, 'history, without a name.'],
  ['a seller', { side: 'seller', handedOverAt: null, endedAt: null, isYours: true }, 'history, without a name.'],
] as const)('Says what the passport is to %s', (_who, { side, isYours, ...fulfillment }, words) => {
  expect(describeOrderPassport({ side, state: 'paid', fulfillment }, { isYours })).toContain(words);
});
