/** The most characters of a search that are looked for. */
export const MAX_SEARCH = 200;

/** Returns what is searched for: the trimmed text, or its first 200 characters. */
export function toSearchText(typed: string): string {
  // A character takes at most two UTF-16 units.
  return [...typed.slice(0, 4 * MAX_SEARCH).trim()].slice(0, MAX_SEARCH).join('');
}
