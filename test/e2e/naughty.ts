import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { isBlank, isStorable } from '#contract/shared/text.ts';

const WHOLE = 900;
const FIELD = 200;
const STORABLE = naughty.filter((text) => !isBlank(text) && isStorable(text));
/** Markup, and anything that starts or ends it. */
export const MARKUP = STORABLE.filter((text) => /[<>]|javascript:/iu.test(text) && [...text.trim()].length <= FIELD);

/** All naughty strings that the shop can store, joined into as few texts as possible. */
export const joinedTexts = STORABLE.reduce<string[]>((texts, text) => {
  const last = texts.at(-1);
  if (last === undefined || [...last].length + [...text].length >= WHOLE) texts.push(text.trim());
  else texts[texts.length - 1] = `${last}\n${text}`.trim();
  return texts;
}, []);

export const markupAt = (at: number): string => MARKUP[at % MARKUP.length] ?? '';

/** Strips whitespace and invisible characters, which may differ on a page. */
export const bare = (text: string): string => text.replace(/[\s\p{Cf}\p{Cc}\ufeff]/gu, '');
