/** Letters that have no accent to leave out. */
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** A text's words in lower case, without accents or punctuation. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/gu, (character) => PLAIN[character] ?? character)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
