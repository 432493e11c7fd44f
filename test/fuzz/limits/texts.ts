/** Texts that are known to slow down regular expressions, parsers or Unicode folding; repeated until long enough. */
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

/** Repeats a piece up to this many characters, with an ending that makes a greedy pattern backtrack. */
export function longText(piece: string, length: number, end = '!'): string {
  return (piece.repeat(Math.ceil(length / piece.length)).slice(0, Math.max(0, length - end.length)) + end).toWellFormed();
}
