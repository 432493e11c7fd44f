import { createHmac } from 'node:crypto';

/** Who a buyer is, under keys that reveal neither address nor number; orders with one in common are one person's. */
export type BuyerKey = { account: string; email: string; phone: string };

export type BuyerKeys = {
  /** Identifies the secret without revealing it; with another secret, everybody has other keys. */
  id: string;
  of(buyer: { userId: string; email: string; phone: string }): BuyerKey;
};

const LENGTH = 32;
/** Fewer digits aren't a telephone number. */
const LEAST_DIGITS = 7;
/** What may stand between a number and its extension, or another number. */
const BETWEEN_NUMBERS = /[\p{L}#,;/]/u;
/** Numbers are compared by their last digits: with or without country code, they are the same phone's. */
const COMPARED_DIGITS = 9;

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** There are few enough numbers to try them all, so a plain hash would reveal them; `secret` serves this purpose only. */
export function createBuyerKeys(secret: string): BuyerKeys {
  const hashOf = (kind: string, text: string): string => `${kind} ${createHmac('sha256', secret).update(`${kind} ${text}`).digest('hex').slice(0, LENGTH)}`;
  return {
    id: hashOf('id', 'which secret this is'),
    of: ({ userId, email, phone }) => ({
      account: `account ${userId}`,
      email: hashOf('email', normalizeEmail(email)),
      phone: hashOf('phone', normalizePhone(phone)),
    }),
  };
}

/** The mailbox behind an address: without case and `+tag`, and at Gmail without dots. */
export function normalizeEmail(email: string): string {
  const [name = '', host = ''] = splitAt(email.normalize('NFKC').trim().toLowerCase(), '@');
  const [mailbox = ''] = splitAtFirst(name, '+');
  if (!DOTLESS.has(host)) return `${mailbox || name}@${host}`;
  return `${(mailbox || name).replaceAll('.', '')}@gmail.com`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const splitAtFirst = (text: string, mark: string): string[] => text.split(mark, 1);

/** The digits that a number written in different ways has in common; for any other text, its letters and digits. */
export function normalizePhone(phone: string): string {
  const plain = [...phone.normalize('NFKC').toLowerCase()].map(toAsciiDigit).join('');
  const digits = lastNumberIn(plain);
  return digits.length >= LEAST_DIGITS ? digits.slice(-COMPARED_DIGITS) : plain.replace(/[^\p{L}\p{N}]/gu, '');
}

/** The digits of the last number in a text, without its extension and leading zeros. */
function lastNumberIn(plain: string): string {
  let number = '';
  for (const piece of plain.split(BETWEEN_NUMBERS)) {
    const digits = piece.replace(/\D/gu, '');
    if (number.length < LEAST_DIGITS) number = (number + digits).replace(/^0+/u, '');
    else if (digits.length >= LEAST_DIGITS) number = digits.replace(/^0+/u, '');
  }
  return number;
}

/** Each script's digits are ten in a row, from zero to nine. */
function toAsciiDigit(character: string): string {
  if (!/^\p{Nd}$/u.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
