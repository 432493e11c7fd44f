import { isStorable } from '#contract/shared/text.ts';
import { type CsvRow, readCsv } from '../../csv/read-csv.ts';
import { requireEnd } from '../../csv/require-end.ts';
import type { TacModelsTable } from '../../db/tables/lost-phones.ts';
import type { Db } from '../../db/tables.ts';
import { OperatorFault } from '../../errors.ts';
import { findTacs, writeTacs } from './queries.ts';

/** The result of an import: rows read, codes added or changed, and lines left out with the reason. */
export type ImportedTacs = { rows: number; changed: number; refused: { line: number; why: string }[] };

type Model = { brand: string; models: string[] };
type Columns = { tac: number; brand: number | null; models: number[] };

const BATCH = 500;
/** Several times the phones there are. */
const MAX_ROWS = 1_000_000;
const HEADER_WITHIN = 5;
const MAX_TEXT = 100;
const MAX_MODELS = 20;
const BRAND_COLUMNS = ['brand', 'manufacturer', 'maker', 'make'];
const MODEL_COLUMN = /^(?:model\d*|model[_ ]name|model[_ ]number|marketing[_ ]name|device|aka)$/u;

/**
 * Imports a list of type allocation codes. Safe to repeat, also after an interruption: names are added to those of a known code; when its maker
 * differs, the new list replaces it. `brand` applies to a list that names none. Throws `OperatorFault` for a text that is no such list.
 */
export async function importTacs(db: Db, text: string, brand: string | null): Promise<ImportedTacs> {
  const { columns, rest } = findHeader(await readRecords(text));
  if (columns.brand === null && brand === null) throw new OperatorFault('The file doesn’t name the phones’ brand. Add a “brand” column, or use --brand NAME.');
  const byTac = new Map<string, Model>();
  const refused: ImportedTacs['refused'] = [];
  for (const record of rest) {
    const read = readModel(record, columns, brand);
    const before = typeof read === 'string' ? undefined : byTac.get(read.tac);
    if (typeof read === 'string') refused.push({ line: record.line, why: read });
    else if (!before) byTac.set(read.tac, read.model);
    else if (before.brand.toLowerCase() === read.model.brand.toLowerCase()) before.models = together(before.models, read.model.models);
    else refused.push({ line: record.line, why: `${read.tac} is listed above with another brand, ${before.brand}.` });
  }
  const all = [...byTac];
  let changed = 0;
  for (let at = 0; at < all.length; at += BATCH) changed += await writeBatch(db, all.slice(at, at + BATCH));
  return { rows: rest.length, changed, refused };
}

function findHeader(records: CsvRow[]): { columns: Columns; rest: CsvRow[] } {
  const at = records.slice(0, HEADER_WITHIN).findIndex(({ cells }) => cells.some((cell) => cell.toLowerCase() === 'tac'));
  const header = records[at];
  if (!header) throw new OperatorFault('The first line must name the columns, one of them “tac”: for example tac,brand,model.');
  return { columns: columnsOf(header.cells), rest: records.slice(at + 1) };
}

function columnsOf(header: string[]): Columns {
  const names = header.map((name) => name.toLowerCase());
  const called = names.flatMap((name, at) => (name === 'name' ? [at] : []));
  const brand = names.findIndex((name) => BRAND_COLUMNS.includes(name));
  // Some lists have two columns called “name”: the maker's and the model's.
  const [first, ...further] = called;
  const byName = brand < 0 && first !== undefined && further.length > 0;
  const models = names.flatMap((name, at) => (MODEL_COLUMN.test(name) ? [at] : []));
  return { tac: names.indexOf('tac'), brand: byName ? first : brand < 0 ? null : brand, models: [...(byName ? further : called), ...models] };
}

async function readRecords(text: string): Promise<CsvRow[]> {
  const rows = await Array.fromAsync(readCsv([text.replace(/^\uFEFF/u, '')], { maxRows: MAX_ROWS }));
  for (const row of rows) requireEnd(row);
  return rows.map((row) => ({ ...row, cells: row.cells.map((cell) => cell.trim()) }));
}

function readModel({ cells, fault }: CsvRow, { tac, brand, models }: Columns, givenBrand: string | null): { tac: string; model: Model } | string {
  if (fault === 'broken') return 'Its quotes don’t match.';
  if (!cells.every(isStorable)) return 'It contains a character that can’t be stored.';
  const code = (cells[tac] ?? '').replace(/\s+/gu, '');
  if (!/^\d{8}$/u.test(code)) return `“${code.slice(0, MAX_TEXT)}” isn’t a TAC, which has eight digits.`;
  const maker = (brand === null ? givenBrand : cells[brand])?.slice(0, MAX_TEXT).trim();
  if (!maker) return `The brand of ${code} is missing.`;
  const names = models.map((at) => (cells[at] ?? '').slice(0, MAX_TEXT)).filter((name) => name !== '');
  return { tac: code, model: { brand: maker, models: [...new Set(names)].slice(0, MAX_MODELS) } };
}

const together = (one: string[], other: string[]): string[] => [...new Set([...one, ...other])].slice(0, MAX_MODELS);

function writeBatch(db: Db, batch: [string, Model][]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const found = await findTacs(
      tx,
      batch.map(([tac]) => tac),
    );
    const known = new Map(found.map((row) => [row.tac, row]));
    const changed = batch.flatMap(([tac, { brand, models }]): TacModelsTable[] => {
      const before = known.get(tac);
      const earlier = before?.brand.toLowerCase() === brand.toLowerCase() ? (JSON.parse(before.models) as string[]) : [];
      const row = { tac, brand, models: JSON.stringify(together(earlier, models)) };
      return before?.brand === row.brand && before.models === row.models ? [] : [row];
    });
    if (changed.length > 0) await writeTacs(tx, changed);
    return changed.length;
  });
}
