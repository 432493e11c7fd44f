const MAX_WORDS = 12;

/** The words to look for in listings' search text: lower case, without marks around them, at most twelve. */
export const toSearchWords = (search: string): string[] => {
  const words = search
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+$/gu, ''))
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, MAX_WORDS);
};
