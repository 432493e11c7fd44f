/** What a spreadsheet takes for the beginning of a formula, or of what it runs. */
const RUNS = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const MADE_HARMLESS = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/u;

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The text that `toHarmless` was given. */
export const fromHarmless = (text: string): string => (MADE_HARMLESS.test(text) ? text.slice(1) : text);

/** One row of CSV (RFC 4180) with its end; no cell of it is run by a spreadsheet. */
export const writeRow = (cells: readonly string[]): string => `${cells.map((cell) => toCell(toHarmless(cell))).join(',')}\r\n`;

const toCell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text that a spreadsheet shows and never runs: an apostrophe before what would begin a formula. */
export const toHarmless = (text: string): string => (RUNS.test(text) ? `'${text}` : text);
