/**
 * A row of the file. `line` is its first line and `row` its number, both from 1; `cells` are unchanged. `fault`: `broken` has text after a closing
 * quote; `open` has a quote that never closes; `long` exceeds the limit on a row's length, or on the number of rows; `long quote` exceeds it
 * before a quote closes. All but `broken` end the file.
 */
export type CsvRow = { line: number; row: number; cells: string[]; fault?: 'broken' | 'open' | 'long' | 'long quote' };

const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Twice a listing with every cell at its limit. */
const MAX_ROW = 100_000;
const MAX_CELLS = 1000;
/** Ten times what a seller’s import reads, including empty rows. */
const MAX_ROWS = 100_000;
const HEADER_WITHIN = 5;

/** `separator` is detected if it isn't given. `maxRows` counts empty rows, too. */
type CsvOptions = { separator?: Separator; maxRows?: number };

type Reading = { cell: string; cells: string[]; line: number; begins: number; row: number; length: number; isBroken: boolean };

/**
 * Parses CSV (RFC 4180). The separator, a comma, semicolon or tab, is detected in the first chunk; lines may end in LF, CR LF or CR; quoted cells
 * may span lines, with `""` for a quote. Empty rows are counted but not returned.
 */
export async function* readCsv(pieces: AsyncIterable<string> | Iterable<string>, options: CsvOptions = {}): AsyncGenerator<CsvRow> {
  const { maxRows = MAX_ROWS } = options;
  let separator: string | null = options.separator ?? null;
  let state: 'bare' | 'quoted' | 'after quotes' | 'closed' = 'bare';
  let wasReturn = false;
  const at: Reading = { cell: '', cells: [], line: 1, begins: 1, row: 1, length: 0, isBroken: false };

  const endRow = (fault?: CsvRow['fault']): CsvRow | null => {
    const cells = [...at.cells, at.cell];
    const ended = fault ?? (at.isBroken ? 'broken' : undefined);
    const found =
      fault !== undefined || cells.some((cell) => cell.trim() !== '') ? { line: at.begins, row: at.row, cells, ...(ended && { fault: ended }) } : null;
    Object.assign(at, { cell: '', cells: [], begins: at.line, row: at.row + 1, length: 0, isBroken: false });
    state = 'bare';
    return found;
  };

  for await (const piece of pieces) {
    if (piece === '') continue;
    separator ??= separatorOf(piece);
    for (const sign of piece) {
      const isSecondEnd = sign === '\n' && wasReturn;
      wasReturn = sign === '\r';
      if (sign === '\r' || (sign === '\n' && !isSecondEnd)) at.line += 1;
      if (isSecondEnd && state === 'bare') {
        at.begins = at.line;
        continue;
      }
      at.length += 1;
      if (at.length > MAX_ROW || at.cells.length > MAX_CELLS || at.row > maxRows) {
        const row = endRow(state === 'quoted' ? 'long quote' : 'long');
        if (row) yield row;
        return;
      }
      if (state === 'quoted') {
        if (sign === '"') state = 'after quotes';
        else at.cell += sign;
      } else if (sign === '"' && (state === 'after quotes' || (state === 'bare' && at.cell.trim() === ''))) {
        at.cell = state === 'after quotes' ? `${at.cell}"` : '';
        state = 'quoted';
      } else if (sign === separator) {
        at.cells.push(at.cell);
        at.cell = '';
        state = 'bare';
      } else if (sign === '\n' || sign === '\r') {
        const row = endRow();
        if (row) yield row;
      } else if (state !== 'bare' && sign === ' ') state = 'closed';
      else {
        at.isBroken ||= state !== 'bare';
        at.cell += sign;
        state = 'bare';
      }
    }
  }
  const last = endRow(state === 'quoted' ? 'open' : undefined);
  if (last) yield last;
}

/** Detects the separator: the most frequent candidate, outside quotes, in the first line that has any. */
export function separatorOf(start: string): Separator {
  for (const line of start.split(/\r\n|\r|\n/u, HEADER_WITHIN)) {
    const bare = line.replaceAll(/"[^"]*"/gu, '');
    const [best] = SEPARATORS.map((sign) => ({ sign, count: bare.split(sign).length })).sort((one, other) => other.count - one.count);
    if (best && best.count > 1) return best.sign;
  }
  return ',';
}
