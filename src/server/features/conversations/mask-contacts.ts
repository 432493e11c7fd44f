import { maskHandles } from './mask-handles.ts';
import { DOT, maskNumbers } from './mask-numbers.ts';
import { maskPlain } from './mask-plain.ts';

const WORDS = /\S+/gu;

const AFTER_NAME = new Set(['street', 'st', 'avenue', 'ave', 'road', 'rd', 'lane', 'ln', 'drive', 'boulevard', 'blvd', 'square', 'parkway', 'pkwy', 'highway']);
const BEFORE_NAME = new Set(['rue', 'calle', 'rua', 'avenida']);
/** How many words a street's name has at most. */
const NAME_WORDS = 3;

type Word = { text: string; at: number };

/** Replaces phone numbers, email and street addresses, and names in other messengers by dots. Returns the text unchanged when there are none. */
export function maskContacts(text: string): string {
  return maskPlain(text, (plain) => maskStreets(maskHandles(maskNumbers(plain))));
}

const dotted = (word: string): string => DOT.repeat([...word].length);

/** A house number, up to three words and "street" or the like, or "rue" and the like, up to three words and a house number. */
function maskStreets(text: string): string {
  const found = [...text.matchAll(WORDS)].map((match): Word => ({ text: match[0], at: match.index }));
  let masked = '';
  let end = 0;
  for (let index = 0; index < found.length; index += 1) {
    const last = findStreetEnd(found, index);
    if (last === null) continue;
    for (const { text: word, at } of found.slice(index, last + 1)) {
      masked += text.slice(end, at) + dotted(word);
      end = at + word.length;
    }
    index = last;
  }
  return masked + text.slice(end);
}

/** The index of the last word of a street address that begins here; null when none does. */
function findStreetEnd(words: Word[], first: number): number | null {
  const begin = plain(words[first]);
  const [isNumber, isKind] = [isHouseNumber(begin), BEFORE_NAME.has(begin)];
  if (isHouseNumber(plain(words[first + 1])) && /(?:straße|strasse|str)$/u.test(begin)) return first + 1;
  if (!isNumber && !isKind) return null;
  for (let index = first + 2; index <= first + NAME_WORDS + 1 && index < words.length; index += 1)
    if (isNumber ? AFTER_NAME.has(plain(words[index])) : isHouseNumber(plain(words[index]))) return index;
  return null;
}

const plain = (word: Word | undefined): string => (word?.text ?? '').toLowerCase().replace(/[.,;:!?]/gu, '');

const isHouseNumber = (word: string): boolean => /^\d{1,5}[a-z]?$/u.test(word);
