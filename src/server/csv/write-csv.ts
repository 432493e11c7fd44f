/** What a spreadsheet would take for the beginning of a formula or command. */
const RUNS = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const MADE_HARMLESS = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/u;

/** Starts a file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Reverses `toHarmless`. */
export const fromHarmless = (text: string): string => (MADE_HARMLESS.test(text) ? text.slice(1) : text);

/** One CSV row (RFC 4180) with its line ending; no cell can run as a formula. */
export const writeRow = (cells: readonly string[]): string => `${cells.map((cell) => toCell(toHarmless(cell))).join(',')}\r\n`;

const toCell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Prefixes anything that looks like a formula with an apostrophe, so that a spreadsheet shows it and never runs it. */
const toHarmless = (text: string): string => (RUNS.test(text) ? `'${text}` : text);
