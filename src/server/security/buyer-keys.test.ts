import { describe, expect, test } from 'vitest';
import { createBuyerKeys, normalizeEmail, normalizePhone } from './buyer-keys.ts';

describe('Recognizing a buyer', () => {
  test.each([
    ['+1 (555) 010-2030', '555-010-2030'],
    ['+44 20 7946 0958', '020 7946 0958'],
    ['0049 151 23456789', '0151/23456789'],
    ['+1 (503) 555 2419 ext 2', '+1 503 555 2419'],
    ['0000000 / +1 503 555 2419', '+1 503 555 2419, x7'],
    ['1111111 / 503 555 2419', '5035552419'],
    ['+33 6 12 34 56 78', '06.12.34.56.78'],
    ['５５５０１０２０３０', '٥٥٥٠١٠٢٠٣٠'],
    [' Call  ME ', 'call-me'],
  ])('The numbers %s and %s are one person’s', (one, other) => {
    expect(normalizePhone(one)).toBe(normalizePhone(other));
  });

  test.each([
    ['555 010 2030', '555 010 2031'],
    ['555', '556'],
    ['ask Ann', 'ask Bob'],
  ])('The numbers %s and %s are two people’s', (one, other) => {
    expect(normalizePhone(one)).not.toBe(normalizePhone(other));
  });

  test.each([
    ['Ann@Example.test', 'ann@example.test'],
    ['ann+shop@example.test', 'ann@example.test'],
    ['a.n.n+1@gmail.com', 'ann@googlemail.com'],
  ])('The addresses %s and %s are one person’s', (one, other) => {
    expect(normalizeEmail(one)).toBe(normalizeEmail(other));
  });

  test.each([
    ['a.nn@example.test', 'ann@example.test'],
    ['ann@example.test', 'ann@example.org'],
    ['+1@example.test', '+2@example.test'],
  ])('The addresses %s and %s are two people’s', (one, other) => {
    expect(normalizeEmail(one)).not.toBe(normalizeEmail(other));
  });

  test('The keys reveal neither address nor number, and differ with the secret', () => {
    const ann = { userId: '7', email: 'ann@example.test', phone: '555 010 2030' };
    const [one, other] = [createBuyerKeys('one secret'), createBuyerKeys('another')];
    expect(JSON.stringify(one.of(ann))).not.toMatch(/ann|example|2030/u);
    expect(one.of(ann).phone).not.toBe(other.of(ann).phone);
    expect(one.of(ann).account).toBe('account 7');
  });
});
