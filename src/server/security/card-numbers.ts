import { checkDigitOf } from '#contract/imei.ts';

/** As long as a card number, with the separators people and URLs use between digits. */
const LIKE_A_CARD = /\d(?:(?:[ +-]|%20|%2B)?\d){11,18}/giu;

/** Removes anything that may be a card number: for logs, and for errors that repeat input. */
export const hideCardNumbers = (text: string): string => text.replace(LIKE_A_CARD, '•');

/** Removes what must be a card number or an IMEI, by its check digit, from what people write to each other: their phone numbers stay. */
export const hideValidCardNumbers = (text: string): string => text.replace(LIKE_A_CARD, (found) => (isValid(found.replace(/\D/gu, '')) ? '•' : found));

function isValid(digits: string): boolean {
  const body = digits.slice(0, -1);
  // The check digit counts from the right, and here with an even number of digits before it.
  return digits.length >= 13 && checkDigitOf(body.length % 2 === 0 ? body : `0${body}`) === digits.at(-1);
}
