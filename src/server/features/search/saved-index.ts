import { findChangesAfter, type Mark, noteMark } from '../../db/changes.ts';
import { LATEST_MIGRATION } from '../../db/migrations.ts';
import type { Db } from '../../db/tables.ts';
import { pause } from '../../turns.ts';
import { openParts, type Parts, type PartsFile, UnusableFileError, writeParts } from './index-file.ts';
import type { IndexState } from './index-state.ts';
import { FACT_RULES } from './listing-facts.ts';
import { follow } from './loading.ts';
import { orderRows } from './orders.ts';
import { COLUMN_NAMES, type ColumnName, compareByListing, createRows, ID_INTEGERS, type Rows, withRoom } from './rows.ts';
import { restoreTexts, SavedTexts, textsOf } from './saved-texts.ts';
import { countEverything } from './state-rows.ts';

/** Where to save the index, and where to write it until it is whole. */
export type IndexPlace = { file: string; scratch: string };

/** Columns that change in existing rows. */
const CHANGING: ReadonlySet<ColumnName> = new Set<ColumnName>(['alive', 'flags', 'measures', 'updates']);
const MADE_BY = { migration: LATEST_MIGRATION, rules: FACT_RULES };
/** How many rows to check between pauses. */
const BATCH = 200_000;

/** Saves a state that has every change of the last seconds. Requests are served meanwhile, and the state may change. `now`: epoch ms. */
export async function saveIndex(db: Db, state: IndexState, place: IndexPlace, now: number): Promise<void> {
  const mark = await noteMark(db, now);
  // From here to the first `await` nothing changes.
  const { columns, ids, length, sorted, byListing } = state.rows;
  const parts: Parts = [
    { name: 'texts', bytes: Buffer.from(JSON.stringify(textsOf(state))) },
    ...COLUMN_NAMES.map((name) => ({ name, bytes: toBytes(CHANGING.has(name) ? columns[name].slice(0, length) : columns[name].subarray(0, length)) })),
    { name: 'ids', bytes: toBytes(ids.subarray(0, length * ID_INTEGERS)) },
    { name: 'byListing', bytes: toBytes(byListing) },
  ];
  await writeParts(place, { ...MADE_BY, markId: mark.id, markAt: mark.at, length, sorted }, parts);
}

/** The saved index with all later changes; null if none was saved. Throws `UnusableFileError` if it can't be used. */
export async function readIndex(db: Db, file: string): Promise<IndexState | null> {
  const parts = await openParts(file);
  if (!parts) return null;
  try {
    const { mark, length, sorted } = readMade(parts.made);
    const changes = await findChangesAfter(db, mark);
    if (!changes) throw new UnusableFileError('it is too old, or of another database');
    const texts = await parts.readPart('texts', (bytes) => new Uint8Array(bytes));
    const state = await restoreTexts(db, SavedTexts.parse(JSON.parse(Buffer.from(texts).toString())));
    state.rows = await readRows(parts, length, sorted);
    await checkRows(state);
    state.orders = await orderRows(state.rows, state);
    if (state.orders.byModel.inOrder.length !== new Set(state.orders.byModel.inOrder).size) throw new UnusableFileError('its rows aren’t grouped');
    await countEverything(state);
    await follow(db, state, changes);
    return state;
  } finally {
    await parts.close();
  }
}

function readMade(made: PartsFile['made']): { mark: Mark; length: number; sorted: number } {
  const { markId, markAt, length, sorted, ...by } = made;
  if (by.migration !== MADE_BY.migration || by.rules !== MADE_BY.rules) throw new UnusableFileError('it is of another version');
  const isRight = typeof markId === 'string' && typeof markAt === 'number' && typeof length === 'number' && typeof sorted === 'number';
  if (!isRight || sorted > length) throw new UnusableFileError('its contents are wrong');
  return { mark: { id: markId, at: markAt }, length, sorted };
}

async function readRows(parts: PartsFile, length: number, sorted: number): Promise<Rows> {
  const rows = createRows(withRoom(length));
  for (const name of COLUMN_NAMES) await parts.readPart(name, () => toBytes(rows.columns[name].subarray(0, length)));
  await parts.readPart('ids', () => toBytes(rows.ids.subarray(0, length * ID_INTEGERS)));
  const byListing = new Uint32Array(sorted);
  await parts.readPart('byListing', () => toBytes(byListing));
  return Object.assign(rows, { length, sorted, byListing });
}

/** Checks that every number is one of a known value, and that the order is one of all sorted rows. */
async function checkRows(state: IndexState): Promise<void> {
  const { rows } = state;
  for (const [name, count] of Object.entries(limitsOf(state))) {
    const column = rows.columns[name as ColumnName];
    for (let row = 0; row < rows.length; row += 1) if ((column[row] ?? 0) >= count) throw new UnusableFileError(`its ${name} are wrong`);
    await pause();
  }
  for (let place = 0; place < rows.sorted; place += 1) {
    const row = rows.byListing[place] ?? 0;
    if (row >= rows.sorted || (place > 0 && compareByListing(rows, rows.byListing[place - 1] ?? 0, row) >= 0))
      throw new UnusableFileError('its order is wrong');
    if (place % BATCH === 0) await pause();
  }
  for (let row = 0; row < rows.length; row += 1) rows.dead += 1 - (rows.columns.alive[row] ?? 0);
}

/** The number of values that each column refers to. */
function limitsOf({ values, categories, sellers, facts, spots }: IndexState): Partial<Record<ColumnName, number>> {
  const texts = Object.entries(values).map(([dimension, { keys }]) => [dimension, keys.length]);
  return {
    ...(Object.fromEntries(texts) as Record<keyof typeof values, number>),
    category: categories.keys.length,
    seller: sellers.keys.length,
    flags: facts.flags.values.length,
    measures: facts.measures.values.length,
    spot: spots.keys.length,
    alive: 2,
  };
}

const toBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength);
