import type { ImportColumn } from '#contract/selling/listing-imports.ts';
import { BYTE_ORDER_MARK, writeRow } from '../../../csv/write-csv.ts';
import type { Db } from '../../../db/tables.ts';
import { findProblems } from './queries.ts';
import { toText } from './row.ts';

const AT_ONCE = 200;
const OWN_COLUMNS = ['row', 'what is wrong'];

/**
 * Rows with errors as CSV, with the reason and their cells: the file can be imported again, which ignores the first two columns. If it was, they are
 * replaced.
 */
export async function* writeProblems(db: Db, id: string, columns: ImportColumn[]): AsyncGenerator<string> {
  const before = OWN_COLUMNS.every((name, at) => columns[at]?.column === name) ? OWN_COLUMNS.length : 0;
  const cellsOf = (row: { cells: string }): string[] => (JSON.parse(row.cells) as string[]).slice(before).map(toText);
  yield BYTE_ORDER_MARK + writeRow([...OWN_COLUMNS, ...columns.slice(before).map(({ column }) => column)]);
  for (let after = 0; ; ) {
    const rows = await findProblems(db, id, after, AT_ONCE);
    yield rows.map((row) => writeRow([String(row.position), sentencesOf(row), ...cellsOf(row)])).join('');
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || !last) return;
    after = last.position;
  }
}

/** Everything that's wrong with a row, in one text. */
function sentencesOf({ fields, sentence }: { fields: string; sentence: string | null }): string {
  return [
    ...(sentence === null ? [] : [sentence]),
    ...Object.entries(JSON.parse(fields) as Record<string, string>).map(([field, text]) => `${field}: ${text}`),
  ].join(' ');
}
