import { type Kysely, sql } from 'kysely';

type Renamed = { table: string; from: string; to: string };

const TABLES = [
  { from: 'notices', to: 'notifications' },
  { from: 'retired_intents', to: 'intents_pending_cancellation' },
  { from: 'seen_photos', to: 'duplicate_photos' },
  { from: 'in_hand_photos', to: 'possession_photos' },
];

const COLUMNS: Renamed[] = [
  { table: 'listings', from: 'held_by', to: 'reserved_by' },
  { table: 'listings', from: 'held_until', to: 'reserved_until' },
  { table: 'listings', from: 'in_hand_at', to: 'possession_proven_at' },
  { table: 'listings', from: 'catalogue_model', to: 'catalog_model' },
  { table: 'images', from: 'kept_at', to: 'stored_at' },
  { table: 'images', from: 'printed_at', to: 'hashed_at' },
  { table: 'mails', from: 'letter', to: 'content' },
  { table: 'possession_photos', from: 'seen_listing_id', to: 'duplicate_listing_id' },
];

/** Gives tables and columns the words that the field uses. No row changes, and what was interrupted goes on where it stopped. */
export async function adoptPlainNames(db: Kysely<unknown>): Promise<void> {
  const names = await readNames(db);
  for (const { from, to } of TABLES) if (names.has(from)) await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db);
  const renamed = await readNames(db);
  for (const column of COLUMNS) if (renamed.has(`${column.table}.${column.from}`)) await renameColumn(db, column);
}

/** The names before, for tests of older migrations. */
export async function restoreFormerNames(db: Kysely<unknown>): Promise<void> {
  for (const { table, from, to } of COLUMNS.toReversed()) await renameColumn(db, { table, from: to, to: from });
  for (const { from, to } of TABLES) await sql`alter table ${sql.table(to)} rename to ${sql.table(from)}`.execute(db);
}

function renameColumn(db: Kysely<unknown>, { table, from, to }: Renamed) {
  return sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db);
}

/** Every table, and every column as `table.column`. */
async function readNames(db: Kysely<unknown>): Promise<Set<string>> {
  const tables = await db.introspection.getTables();
  return new Set(tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column.name}`)]));
}
