import {
  beginLoading,
  continueSequences,
  countBrokenReferences,
  dropUnfinished,
  emptyTables,
  endLoading,
  loadRows,
  stateOfPostgres,
  sumTable,
} from '../db/copy/load.ts';
import { lineOf, type Row, toRow } from '../db/copy/rows.ts';
import { type CopiedTable, readOwnShape, UPLOAD_TABLES } from '../db/copy/shape.ts';
import { openPatiently } from '../db/copy/snapshot.ts';
import { createSum } from '../db/copy/sum.ts';
import type { DatabaseConfig } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import type { Db } from '../db/tables.ts';
import { OperatorFault } from '../errors.ts';
import type { Head, Manifest } from './format.ts';
import { secretIdOf } from './make.ts';
import { type Proven, proveBackup, type StoredRow } from './prove.ts';
import { type RestorePlace, syncFile, takePlace } from './restore-target.ts';
import { unseal } from './sealed.ts';
import { explainFileTrouble } from './trouble.ts';

export type RestoreTarget = {
  database: DatabaseConfig;
  dataDir: string;
  /** The operator's secret for the restored shop; null: the one in the backup if it is included, else a new one. */
  authSecret: string | null;
  passphrase: string | null;
  /** Moves an existing shop aside. */
  isReplacing: boolean;
  now: number;
};

export type Restored = Proven & { rows: number; notes: string[] };

type Target = { db: Db; engine: DatabaseConfig['kind']; place: RestorePlace };

/**
 * Verifies a backup, restores it into an empty data directory and a database of either engine, and verifies the result. Throws `OperatorFault`;
 * then existing data is unchanged, and no shop starts on the partial restore.
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<Restored> {
  const proven = await proveBackup(file, {
    async secret(sealed) {
      if (target.passphrase !== null && target.authSecret === null) await unseal(sealed, target.passphrase);
    },
  });
  const stamp = new Date(target.now).toISOString().replaceAll(/[:.]/gu, '-');
  let place: RestorePlace | null = null;
  try {
    place = await takePlace(target.dataDir, { isReplacing: target.isReplacing, bytes: roomFor(proven.manifest, target.database.kind), stamp });
    const notes = await restoreInto(file, proven, target, place);
    await place.finish();
    const rows = Object.values(proven.manifest.rows).reduce((sum, count) => sum + count, 0);
    return { ...proven, rows, notes };
  } catch (error) {
    await place?.giveUp();
    throw translate(error, target.dataDir);
  }
}

/** Bytes needed for the pictures, and for the database with its indexes and write-ahead log. */
function roomFor({ bytes, pictureBytes }: Manifest, engine: DatabaseConfig['kind']): number {
  return pictureBytes + (engine === 'sqlite' ? (bytes - pictureBytes) * 2 : 0) + 16 * 1024 ** 2;
}

async function restoreInto(file: string, proven: Proven, target: RestoreTarget, place: RestorePlace): Promise<string[]> {
  const { kind: engine } = target.database;
  const db = openPatiently(engine === 'sqlite' ? { kind: 'sqlite', file: place.databaseFile } : target.database);
  const notes: string[] = [];
  let written: string | null = null;
  let isClosed = false;
  try {
    if (engine === 'postgres') await preparePostgres(db, proven.head);
    await load(file, proven, { db, engine, place }, async (sealed) => {
      if (target.passphrase === null || target.authSecret !== null) return;
      written = await unseal(sealed, target.passphrase);
      await place.writeSecret(written);
    });
    if (engine === 'sqlite') {
      isClosed = true;
      await db.destroy();
      await syncFile(place.databaseFile);
    }
    const aside = await place.commit();
    if (aside !== null) notes.push(`The previous data is now in ${aside}.`);
    if (engine === 'postgres') await endLoading(db);
    return [...notes, noteOnSecret(proven.head, proven.manifest, target, written)];
  } finally {
    if (!isClosed) await db.destroy();
  }
}

/**
 * Writes only to an empty database: existing rows may be somebody's data, and they can't be moved aside to where the migrator wouldn't see them.
 */
async function preparePostgres(db: Db, { tables }: Head): Promise<void> {
  const state = await stateOfPostgres(db);
  if (state === 'filled')
    throw new OperatorFault(
      'The database at DATABASE_URL already holds data. Create an empty one and use that; --replace is only for data directories. Nothing was changed.',
    );
  if (state === 'unfinished')
    await dropUnfinished(
      db,
      tables.map(({ name }) => name),
    );
  else await beginLoading(db);
}

/**
 * Loads every row of a backup into an empty database at the backup's schema version, verifies counts and checksums, and then migrates it to the
 * current version.
 */
async function load(file: string, proven: Proven, { db, engine, place }: Target, onSecret: (sealed: Buffer) => Promise<void>): Promise<void> {
  const { head, manifest } = proven;
  await migrate(db, engine, { isCopying: true, upTo: head.migrations.at(-1) });
  const shape = await readOwnShape(db, engine);
  const tables = matchTables(head, shape);
  await emptyTables(db, shape);
  const sums = new Map(head.tables.map(({ name }) => [name, createSum()]));
  const columnsOf = new Map(head.tables.map(({ name, columns }) => [name, columns]));
  const again = await proveBackup(file, {
    async rows(name, stored) {
      const table = tables.get(name);
      if (!table) return;
      const read = (values: StoredRow): Row => toRow(table, Object.fromEntries((columnsOf.get(name) ?? []).map((column, at) => [column.name, values[at]])));
      const rows = stored.map(read);
      for (const row of rows) sums.get(name)?.add(lineOf(table, row));
      await loadRows(db, engine, table, rows);
    },
    picture: (picture, bytes) => place.writePicture(picture, bytes),
    secret: onSecret,
  });
  if (again.manifest.sha256 !== manifest.sha256) throw new OperatorFault('The backup file changed while it was being read. Nothing was changed.');
  for (const table of shape) {
    const [expected, found] = [sums.get(table.name) ?? createSum(), await sumTable(db, table)];
    if (found.rows !== expected.count() || found.sum !== expected.read()) throw differs(`the table ${table.name}`);
  }
  if ((await countBrokenReferences(db, engine)) > 0) throw differs('rows refer to rows that don’t exist');
  await continueSequences(db, engine, shape);
  await migrate(db, engine, { isCopying: true });
}

/** The target's tables by name. Throws when one of the backup's tables is missing or its columns differ. Older backups have unfinished uploads, too. */
function matchTables(head: Head, there: CopiedTable[]): Map<string, CopiedTable> {
  const tables = new Map(there.map((table) => [table.name, table]));
  const names = ({ columns }: Pick<CopiedTable, 'columns'>): string => columns.map(({ name }) => name).join();
  for (const table of head.tables.filter(({ name }) => !UPLOAD_TABLES.includes(name))) {
    const target = tables.get(table.name);
    if (!target || names(target) !== names({ columns: table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }))
      throw new OperatorFault(`The table ${table.name} of this backup doesn’t exist in this version of the shop. Nothing was changed.`);
  }
  return tables;
}

const differs = (what: string): OperatorFault => new OperatorFault(`The restored data differs from the backup: ${what}. No shop can start on it.`);

function noteOnSecret(head: Head, manifest: Manifest, target: RestoreTarget, written: string | null): string {
  const secret = target.authSecret ?? written;
  if (secret !== null && secretIdOf(secret) === head.secretId)
    return 'The shop’s secret is unchanged: everyone who was logged in still is, and IMEIs are recognized.';
  const lost = 'everyone has to log in again, and stored IMEIs are not recognized';
  if (secret !== null) return `AUTH_SECRET differs from the shop’s former secret: with it, ${lost}.`;
  if (manifest.hasSecret) return `The shop’s secret is in the backup. Set BACKUP_PASSPHRASE to unlock it; without it, ${lost}.`;
  return `The shop’s secret is not in the backup: set AUTH_SECRET to it, or write it to DATA_DIR/secret, before the shop starts. With another one, ${lost}.`;
}

function translate(error: unknown, dataDir: string): unknown {
  const trouble = error instanceof OperatorFault ? null : explainFileTrouble(error);
  return trouble === null
    ? error
    : new OperatorFault(`The shop could not be restored into ${dataDir}: ${trouble}. No shop can start on the partial data; make room, and restore again.`);
}
