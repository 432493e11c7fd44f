import { expect, test } from 'vitest';
import { toDialed } from './contact-links.tsx';

test.each([
  ['+1 555 0100', '+15550100'],
  [' (0)20-7946.0018 ', '02079460018'],
  ['+351/900 000 001', '+351900000001'],
  ['-----', null],
  ['1234', null],
  ['1234567890123456', null],
  ['+351 900 000 001 ext. 4', null],
  ['900 000 001, 900 000 002', null],
  ['12345;phone-context=evil', null],
  ['12+345678', null],
  ['••••••••', null],
  ['', null],
])('A text dials only if it is a phone number: %j', (text, dialed) => {
  expect(toDialed(text)).toBe(dialed);
});
