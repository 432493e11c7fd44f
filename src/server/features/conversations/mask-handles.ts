import { DOT } from './mask-numbers.ts';

/** "(at)" and "(dot)" are words of their own, also without spaces around them. */
const WORDS = /[([{<](?:at|@|dot|\.)[)\]}>]|(?:(?![([{<](?:at|@|dot|\.)[)\]}>])\S)+/giu;
const TOP_DOMAINS = new Set('com net org info biz me io co app dev eu us uk de at ch fr es pt it nl be pl se no dk fi ie br mx in ru ua'.split(' '));
const MAIL_NAMES = new Set(
  'gmail googlemail hotmail yahoo ymail outlook live msn icloud me proton protonmail pm gmx web aol mail yandex zoho fastmail tutanota'.split(' '),
);
/** Addresses that lead to a person's page or chat. */
const PAGES =
  /^(?:https?:\/\/)?(?:www\.)?(?:t\.me|telegram\.(?:me|dog)|wa\.me|m\.me|ig\.me|signal\.me|discord\.gg|(?:instagram|facebook|fb|snapchat|whatsapp|tiktok|vk)\.com)\/\S/iu;
const APPS = new Set(
  'telegram tg whatsapp whatsap wa insta instagram ig snapchat snap signal discord wechat skype kik viber facebook fb messenger twitter tiktok'.split(' '),
);
/** Between an app's name and a person's name there. */
const LINKS = new Set(['is', 'id', 'me', 'handle', 'name', 'username', 'user', 'account', 'nick', 'as', 'at', 'on', 'my', 'under', 'add']);
/** What people say about an app after a colon. */
const ANSWERS = new Set('yes no not never none works working installed fine good okay what does deleted removed please sure only'.split(' '));
/** How many words there may be between an app's name and a name with an @. */
const NEAR = 4;

type Word = { text: string; at: number; plain: string };

/** Replaces email addresses, also spelled out, and names in other messengers by dots. */
export function maskHandles(text: string): string {
  const words = [...text.matchAll(WORDS)].map((match): Word => ({ text: match[0], at: match.index, plain: plain(match[0]) }));
  const hidden = new Set<number>();
  for (let index = 0; index < words.length; index += 1) for (const at of [...spelledEmail(words, index), ...handle(words, index)]) hidden.add(at);
  let masked = '';
  let end = 0;
  for (const index of [...hidden].sort((one, other) => one - other)) {
    const { text: word, at } = words[index] as Word;
    masked += text.slice(end, at) + DOT.repeat([...word].length);
    end = at + word.length;
  }
  return masked + text.slice(end);
}

const BEFORE = new Set('("\'[<{*_');
const BEHIND = new Set(')"\'\\]>}*_.,;!?:');

/** In lower case, without the punctuation around it. */
function plain(word: string): string {
  let [first, last] = [0, word.length];
  while (first < last && BEFORE.has(word.charAt(first))) first += 1;
  while (last > first && BEHIND.has(word.charAt(last - 1))) last -= 1;
  return word.slice(first, last).toLowerCase();
}

const isAt = (word: Word | undefined): boolean => word?.plain === 'at' || word?.plain === '@';
const isDot = (word: Word | undefined): boolean =>
  word?.plain === 'dot' || word?.text === '.' || /^[([{<]\.[)\]}>]$/u.test(word?.text ?? '') || word?.plain === 'punto' || word?.plain === 'point';

/** The indexes of the words of an address whose @ is here: "me at gmail dot com", "me at gmail.com", "me@gmail dot com". */
function spelledEmail(words: Word[], index: number): number[] {
  const word = words[index];
  if (!word) return [];
  if (!isAt(word)) {
    const [name, domain] = word.plain.split('@');
    if (domain === undefined) return [];
    if (!domain) return atSignBehind(words, index);
    if (!name) return atSignBefore(words, index, domain);
    return [index, ...(domain.includes('.') ? [] : endOf(words, index))];
  }
  const domain = words[index + 1]?.plain ?? '';
  const end = endOf(words, index + 1);
  if (index === 0 || !(end.length > 0 || isMail(domain))) return [];
  return [...startOf(words, index - 1), index, index + 1, ...end];
}

/** As in "me@ web.de" and "me@ gmail dot com". */
function atSignBehind(words: Word[], index: number): number[] {
  const domain = words[index + 1]?.plain ?? '';
  const end = endOf(words, index + 1);
  return end.length > 0 || isMail(domain) || TOP_DOMAINS.has(domain.split('.').slice(1).at(-1) ?? '') ? [index, index + 1, ...end] : [];
}

/** As in "me @gmail.com"; behind other names with an @ is often a shop's. */
function atSignBefore(words: Word[], index: number, domain: string): number[] {
  return index > 0 && isMail(domain) ? [...startOf(words, index - 1), index, ...endOf(words, index)] : [];
}

function isMail(domain: string): boolean {
  const [provider = '', top = ''] = domain.split('.');
  return MAIL_NAMES.has(provider) && provider !== 'me' && (TOP_DOMAINS.has(top) || top === '');
}

/** What follows a domain's first part: "dot com", "dot co dot uk". */
function endOf(words: Word[], index: number): number[] {
  const end: number[] = [];
  for (let at = index + 1; isDot(words[at]) && TOP_DOMAINS.has(words[at + 1]?.plain ?? ''); at += 2) end.push(at, at + 1);
  return end;
}

/** The name before the @, and what is before a dot in it. */
function startOf(words: Word[], index: number): number[] {
  const start = [index];
  for (let at = index - 1; at > 0 && isDot(words[at]); at -= 2) start.unshift(at - 1, at);
  return start;
}

/** The indexes of the words that name a person in another messenger. */
function handle(words: Word[], index: number): number[] {
  const { text, plain: word } = words[index] as Word;
  if (PAGES.test(word)) return [index];
  if (/^@[\p{L}_][\p{L}\p{Nd}_.]{2,}/u.test(word)) return words.slice(Math.max(0, index - NEAR), index + NEAR).some((one) => isApp(one.plain)) ? [index] : [];
  if (!isApp(word)) return [];
  const [, joined = ''] = word.split(/[:=]/u);
  if (isName(joined)) return [index];
  let next = index + 1;
  let isNamed = /[:=]$/u.test(text);
  for (; next < words.length && (LINKS.has(words[next]?.plain ?? '') || /^[:=-]$/u.test(words[next]?.text ?? '')); next += 1)
    isNamed ||= /[:=]$/u.test(words[next]?.text ?? '') || words[next]?.plain === 'is';
  const name = words[next]?.plain ?? '';
  // Of words without a colon, only those that no sentence has.
  return isName(name) && (isNamed ? isUnlikely(name) || /[:=]/u.test(text) : isUnlikely(name)) ? [next] : [];
}

const isApp = (word: string): boolean => APPS.has(word.split(/[:=]/u)[0] ?? '');
const isName = (word: string): boolean => word.length >= 4 && !ANSWERS.has(word) && /^@?[\p{L}_][\p{L}\p{Nd}_.]+$/u.test(word);
const isUnlikely = (word: string): boolean => /[\p{Nd}_@]/u.test(word) || word.slice(0, -1).includes('.');
