import { toPlain } from '../../plain-text.ts';

/** Kinds of contact details that lead buyers away from the shop. */
export type ContactKind = 'phone' | 'email' | 'messenger' | 'link' | 'disguised';

// Each pattern starts at a character that it requires, so that it runs in linear time.
const EMAIL = /(?<=[\w.+-])@[\w-]+\.[a-z]{2}/u;
const LINK = /\bhttps?:\/\/|\bwww\.|\b(?:t|wa)\.me\/|(?<=[a-z\d-]{2})\.(?:com|net|org|io|shop|store|info|biz|online|site|ru|me|ly|gg)\b/u;
const MESSENGER = /\b(?:whats ?app|telegram|viber|we ?chat|snap ?chat|insta(?:gram)?|discord|kakao ?talk|signal app|on signal)\b/u;

// “at” is an ordinary word: it only makes an address together with a spelled-out dot.
const DOT_WORD = String.raw`(?: ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| dot )`;
const MARKED = String.raw`(?: ?[([{<] ?(?:at|@) ?[)\]}>] ?| @ ?|@ )[\w-]{2,}(?:${DOT_WORD}| ?\. ?)`;
const SPELLED_EMAIL = new RegExp(String.raw`(?<=[\w.+-])(?:${MARKED}| at [\w-]{2,}${DOT_WORD})[a-z]{2,10}\b`, 'u');
const SPELLED_HOST = /\b(?:gmail|hotmail|outlook|yahoo|icloud|proton|gmx)(?: ?\( ?dot ?\) ?| ?dot ?| )(?:com|me|net|de)\b/u;

/** Digits with few separators between them; a price list has more. */
const NUMBER = /(?<![\d.,$€£])(?:\+|00)?\d(?:[ ().\-/]{0,2}\d){7,14}(?!\d)/gu;
const LEAST_BARE = 9;
const LEAST_GROUPED = 10;
const IMEI_DIGITS = 15;

const DIGIT_WORD = /^(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)$/u;
const LEAST_SPELLED = 7;
const LEAST_WORDS = 3;

/** The kinds of contact details in a text, plain or disguised. */
export function findContacts(text: string): ContactKind[] {
  const read = asRead(text);
  const found: [ContactKind, boolean][] = [
    ['email', EMAIL.test(read)],
    ['phone', [...read.matchAll(NUMBER)].some(([written]) => isTelephone(written))],
    ['messenger', MESSENGER.test(read)],
    ['link', LINK.test(withoutEmails(read))],
    ['disguised', (!EMAIL.test(read) && (SPELLED_EMAIL.test(read) || SPELLED_HOST.test(read))) || hasSpelledNumber(read)],
  ];
  return found.flatMap(([kind, isThere]) => (isThere ? [kind] : []));
}

/** Text as people read it, in lower case with single spaces. */
const asRead = (text: string): string => toPlain(text).replace(/\s+/gu, ' ').toLowerCase();

function isTelephone(written: string): boolean {
  const digits = written.replace(/\D/gu, '');
  // A date, or an IMEI.
  if (digits.length === IMEI_DIGITS || /^\d{4}[-./]\d{1,2}[-./]\d{1,2}/u.test(written)) return false;
  if (/^(?:\+|0)/u.test(written)) return true;
  return digits.length >= (digits.length === written.length ? LEAST_BARE : LEAST_GROUPED);
}

/** An email address's domain isn't a link. */
const withoutEmails = (text: string): string => text.replace(/[\w.+@-]+/gu, (word) => (EMAIL.test(word) ? '' : word));

/** Such as `nine one 1 two three four five`: a row of digits, some of them words. */
function hasSpelledNumber(text: string): boolean {
  let [run, words] = [0, 0];
  for (const token of text.split(/[^\p{L}\p{N}]+/u)) {
    const isWord = DIGIT_WORD.test(token);
    [run, words] = isWord || /^\d{1,3}$/u.test(token) ? [run + 1, words + (isWord ? 1 : 0)] : [0, 0];
    if (run >= LEAST_SPELLED && words >= LEAST_WORDS) return true;
  }
  return false;
}
