import { describe, expect, it } from 'vitest';
import { caretAfter, FORMATS, findIncomplete } from './typed-card.ts';

describe('Formatting a typed card', () => {
  it.each([
    ['4', '4'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['62055000000000000049999', '6205 5000 0000 0000 004'],
  ])('Formats the number %s as %s', (typed, shown) => {
    expect(FORMATS.number(typed)).toBe(shown);
  });

  it.each([
    ['1', '1'],
    ['5', '05'],
    ['12', '12'],
    ['1/', '01'],
    ['1/34', '01 / 34'],
    ['1234', '12 / 34'],
    ['12 / 3', '12 / 3'],
    ['12/2034', '12 / 34'],
    ['05', '05'],
  ])('Formats the expiry %s as %s', (typed, shown) => {
    expect(FORMATS.expiry(typed)).toBe(shown);
  });

  it.each(['', '0', '05', '12', '12 / 3', '12 / 34', '01 / 34'])('Leaves the expiry %j unchanged when it is formatted again', (shown) => {
    expect(FORMATS.expiry(shown)).toBe(shown);
  });

  it('Keeps the caret behind the same digit', () => {
    expect(caretAfter('4242 4242', 4)).toBe(4);
    expect(caretAfter('4242 4242', 5)).toBe(6);
    expect(caretAfter('4242 4', 0)).toBe(0);
    expect(caretAfter('', 3)).toBe(0);
  });

  it('Names the field that is incomplete', () => {
    const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
    expect(findIncomplete(card)).toBeNull();
    expect(findIncomplete({ ...card, number: '4242' })?.field).toBe('number');
    expect(findIncomplete({ ...card, expiry: '12 / 3' })?.field).toBe('expiry');
    expect(findIncomplete({ ...card, cvc: '' })?.field).toBe('cvc');
  });
});
