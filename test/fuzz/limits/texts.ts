/** What texts are made of that have cost somebody's patterns, parsers or folding their time; each is said again until it is long enough. */
export const PIECES = [
  'x',
  ' ',
  '1',
  '1 ',
  '1,',
  '.',
  '@',
  'a@a.',
  '%2',
  '\t\n',
  '<a ',
  '(',
  '"',
  '\\',
  'http://a/',
  'Mozilla/5.0 (',
  '-',
  '́',
  '📱',
  'ﷺ',
  'token=a&',
  'x-',
  '0.',
];

/** A piece said until the text has this many characters, with an end that a greedy pattern has to go back from. */
export function longText(piece: string, length: number, end = '!'): string {
  return (piece.repeat(Math.ceil(length / piece.length)).slice(0, Math.max(0, length - end.length)) + end).toWellFormed();
}
