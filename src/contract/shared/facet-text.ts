const MAX_KEY = 80;

/**
 * Normalizes free text for filtering: `128GB`, `128 gb` and `128  GB` are equal, and so are `Phantom Gray` and `phantom gray`. At most 80
 * characters, so that it fits an index.
 */
export const toFacetKey = (text: string): string => foldText(text, MAX_KEY);

/** The same, of at most `length` characters. */
export function foldText(text: string, length: number): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/(\d) (?=[kmgt]b\b)/gu, '$1');
  // Taking it apart takes longer than all the rest, and a text has no more characters than units.
  return folded.length <= length ? folded : [...folded].slice(0, length).join('');
}
