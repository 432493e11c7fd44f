/** Longer than any emoji: whether it goes on is seen only from what follows. */
const AHEAD = 50;

/** Returns a text's beginning of at most `most` UTF-16 units, without half of what people see as one character at its end. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const next = new Intl.Segmenter().segment(text.slice(0, most + AHEAD)).containing(most);
  // A single character of many accents can be longer than all that is wanted.
  return text.slice(0, next?.index || most).toWellFormed();
}
