import { createLru } from './lru.ts';

const LONGEST = 80;

/** Remembers what was read from short texts, for the `most` used last: the same few words are read over and over. The results must not be changed. */
export function remember<T>(read: (text: string) => T, most = 2000): (text: string) => T {
  const known = createLru<{ value: T }>(most);
  return (text) => {
    if (text.length > LONGEST) return read(text);
    const before = known.get(text);
    if (before) return before.value;
    const value = read(text);
    known.set(text, { value });
    return value;
  };
}
