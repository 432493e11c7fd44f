/** The text of each field. */
export type TypedCard = { number: string; expiry: string; cvc: string };
export type CardField = keyof TypedCard;

const AMEX = /^3[47]/u;
const AMEX_GROUPS = [4, 6, 5];
const OTHER_GROUPS = [4, 4, 4, 4, 3];

export const FORMATS: Record<CardField, (text: string) => string> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
};

/** Returns where the caret belongs in `formatted` so that the same number of digits stand before it. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  if (digitsBefore === 0) return 0;
  let seen = 0;
  for (const [index, character] of [...formatted].entries()) {
    if (/\d/u.test(character)) seen += 1;
    if (seen === digitsBefore) return index + 1;
  }
  return formatted.length;
}

/** Returns the first field that is not complete enough to send, with its error message; null when all are. */
export function findIncomplete(card: TypedCard): { field: CardField; message: string } | null {
  if (digitsOf(card.number).length < 12) return { field: 'number', message: 'Your card number is incomplete.' };
  if (digitsOf(card.expiry).length < 4) return { field: 'expiry', message: 'Your card’s expiration date is incomplete.' };
  if (card.cvc.length < 3) return { field: 'cvc', message: 'Your card’s security code is incomplete.' };
  return null;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/gu, '');
}

function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const groups: string[] = [];
  let from = 0;
  for (const length of AMEX.test(digits) ? AMEX_GROUPS : OTHER_GROUPS) {
    if (from < digits.length) groups.push(digits.slice(from, from + length));
    from += length;
  }
  return groups.join(' ');
}

/** Formats `1`, `12` or `12 / 34`; a month that can only have one digit gets its zero, and a four-digit year is shortened to two. */
function formatExpiry(text: string): string {
  const oneDigitMonth = /^\s*([2-9]|1\s*\/)/u.test(text);
  const digits = `${oneDigitMonth ? '0' : ''}${digitsOf(text)}`;
  const month = digits.slice(0, 2);
  const year = digits.length === 6 ? digits.slice(4) : digits.slice(2, 4);
  return year === '' ? month : `${month} / ${year}`;
}
