/**
 * A row as it stands in the file. `line` is where it begins and `row` which one it is, both from 1; `cells` are as written. `fault`, where its quotes
 * are wrong: `broken` goes on after a closing quote, and `open` has one that never closes; `long` is more than any row has, or the first row that is too many. After the last two nothing comes.
 */
export type CsvRow = { line: number; row: number; cells: string[]; fault?: 'broken' | 'open' | 'long' };

const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Every cell of a listing at its limit is half of it. */
const MAX_ROW = 100_000;
const MAX_CELLS = 1000;
/** Ten times what anybody reads, empty ones too. */
const MAX_ROWS = 100_000;
const HEADER_WITHIN = 5;

type Reading = { cell: string; cells: string[]; line: number; begins: number; row: number; length: number; isBroken: boolean };

/**
 * Rows of a CSV text (RFC 4180): commas, semicolons or tabs, which is seen in the first piece; lines end in any of the three ways; cells in quotes may
 * go over several lines, with `""` for a quote. Rows that are empty are counted, and left out.
 */
export async function* readCsv(pieces: AsyncIterable<string> | Iterable<string>, given: Separator | null = null): AsyncGenerator<CsvRow> {
  let separator: string | null = given;
  let state: 'bare' | 'quoted' | 'after quotes' = 'bare';
  let wasReturn = false;
  const at: Reading = { cell: '', cells: [], line: 1, begins: 1, row: 1, length: 0, isBroken: false };

  const endRow = (fault?: CsvRow['fault']): CsvRow | null => {
    const cells = [...at.cells, at.cell];
    const ended = fault ?? (at.isBroken ? 'broken' : undefined);
    const found = cells.some((cell) => cell.trim() !== '') ? { line: at.begins, row: at.row, cells, ...(ended && { fault: ended }) } : null;
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
      at.length += 1;
      if (at.length > MAX_ROW || at.cells.length > MAX_CELLS || at.row > MAX_ROWS) {
        const row = endRow(state === 'quoted' ? 'open' : 'long');
        if (row) yield row;
        return;
      }
      if (state === 'quoted') {
        if (sign === '"') state = 'after quotes';
        else at.cell += sign;
      } else if (sign === '"' && (state === 'after quotes' || at.cell.trim() === '')) {
        at.cell = state === 'after quotes' ? `${at.cell}"` : '';
        state = 'quoted';
      } else if (sign === separator) {
        at.cells.push(at.cell);
        at.cell = '';
        state = 'bare';
      } else if (sign === '\n' || sign === '\r') {
        if (isSecondEnd) {
          at.begins = at.line;
          at.length = 0;
          continue;
        }
        const row = endRow();
        if (row) yield row;
      } else if (state === 'after quotes' && sign !== ' ') {
        at.isBroken = true;
        at.cell += sign;
        state = 'bare';
      } else if (state === 'bare') at.cell += sign;
    }
  }
  const last = endRow(state === 'quoted' ? 'open' : undefined);
  if (last) yield last;
}

/** The sign that parts cells: whichever the first line that has any has most of, outside quotes. */
export function separatorOf(start: string): Separator {
  for (const line of start.split(/\r\n|\r|\n/u, HEADER_WITHIN)) {
    const bare = line.replaceAll(/"[^"]*"/gu, '');
    const [best] = SEPARATORS.map((sign) => ({ sign, count: bare.split(sign).length })).sort((one, other) => other.count - one.count);
    if (best && best.count > 1) return best.sign;
  }
  return ',';
}
