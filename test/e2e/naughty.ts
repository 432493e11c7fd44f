import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { isBlank, isStorable } from '#contract/shared/text.ts';

const WHOLE = 900;
const FIELD = 200;
const STORABLE = naughty.filter((text) => !isBlank(text) && isStorable(text));
/** Markup, and what begins or ends it. */
export const MARKUP = STORABLE.filter((text) => /[<>]|javascript:/iu.test(text) && [...text.trim()].length <= FIELD);

/** All naughty strings that the shop keeps, as few texts as hold them. */
export const compressed = STORABLE.reduce<string[]>((texts, text) => {
  const last = texts.at(-1);
  if (last === undefined || [...last].length + [...text].length >= WHOLE) texts.push(text.trim());
  else texts[texts.length - 1] = `${last}\n${text}`.trim();
  return texts;
}, []);

export const markupAt = (at: number): string => MARKUP[at % MARKUP.length] ?? '';

/** What is left of a text on a page, where space and what nobody sees may differ. */
export const bare = (text: string): string => text.replace(/[\s\p{Cf}\p{Cc}\ufeff]/gu, '');
