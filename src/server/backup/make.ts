import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sourceBatches } from '../db/copy/batches.ts';
import { lineOf } from '../db/copy/rows.ts';
import { type CopiedTable, readOwnShape } from '../db/copy/shape.ts';
import { inSnapshot, openPatiently } from '../db/copy/snapshot.ts';
import type { DatabaseConfig } from '../db/database.ts';
import { readMigrations } from '../db/migrate.ts';
import type { Db } from '../db/tables.ts';
import { OperatorFault } from '../errors.ts';
import { deriveSecret } from '../security/secrets.ts';
import { type Archive, writeArchive } from './archive.ts';
import { CONFIGURATION, FORMAT, FORMAT_VERSION, HEAD, type Head, MANIFEST, PICTURE_FILE, pictureName, rowsName, SECRET } from './format.ts';
import { storedPictures } from './queries.ts';
import { seal } from './sealed.ts';
import { explainFileTrouble } from './trouble.ts';

export type BackupSource = {
  database: DatabaseConfig;
  dataDir: string;
  /** The shop's secret, and the passphrase that encrypts it; null: the secret is left out. */
  secret: string;
  passphrase: string | null;
  /** Settings by name, without secrets. */
  configuration: Record<string, string | null>;
  shopVersion: string;
};

export type MadeBackup = { file: string; bytes: number; rows: number; pictureFiles: number; picturesMissing: number };

/**
 * Writes a consistent copy of a running shop to one file: database, pictures on disk, and settings without secrets. The file gets its final name
 * once it is complete. On failure, throws `OperatorFault` and leaves no file.
 */
export async function makeBackup(source: BackupSource, file: string): Promise<MadeBackup> {
  if (await isThere(file)) throw new OperatorFault(`The file ${file} already exists. Choose another name.`);
  const unfinished = unfinishedName(file);
  let archive: Archive | null = null;
  const db = openPatiently(source.database);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    archive = writeArchive(unfinished);
    const begun = archive;
    const made = await inSnapshot(db, source.database.kind, (snapshot) => fill(begun, snapshot, source));
    const { size } = await stat(unfinished);
    await rename(unfinished, file);
    await syncDirectory(dirname(file));
    return { file, bytes: size, ...made };
  } catch (error) {
    await archive?.giveUp();
    await rm(unfinished, { force: true });
    const trouble = explainFileTrouble(error);
    if (trouble !== null) throw new OperatorFault(`The backup ${file} could not be written: ${trouble}. The shop wasn’t changed.`);
    throw error;
  } finally {
    await db.destroy();
  }
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Where a backup is written until it is complete; the name can't be taken for a finished one. */
export const unfinishedName = (file: string): string => join(dirname(file), `.${basename(file)}.${process.pid}.unfinished`);

async function fill(archive: Archive, db: Db, source: BackupSource): Promise<Omit<MadeBackup, 'file' | 'bytes'>> {
  const tables = await readOwnShape(db, source.database.kind);
  const head: Head = {
    format: FORMAT,
    version: FORMAT_VERSION,
    shopVersion: source.shopVersion,
    madeAt: new Date().toISOString(),
    engine: source.database.kind,
    migrations: await readMigrations(db),
    tables,
    secretId: secretIdOf(source.secret),
  };
  await archive.add(HEAD, JSON.stringify(head, null, 1));
  await archive.add(CONFIGURATION, JSON.stringify(source.configuration, null, 1));
  if (source.passphrase !== null) await archive.add(SECRET, await seal(source.secret, source.passphrase));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await addTable(archive, db, table);
  const pictures = await addPictures(archive, db, join(source.dataDir, 'images'));
  await archive.finish(MANIFEST, (sums) => JSON.stringify({ ...sums, rows, ...pictures, hasSecret: source.passphrase !== null }, null, 1));
  return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), ...pictures };
}

/** Identifies a secret without revealing it. */
export const secretIdOf = (secret: string): string => deriveSecret(secret, 'which secret a backup was made with').slice(0, 16);

async function addTable(archive: Archive, db: Db, table: CopiedTable): Promise<number> {
  let [rows, part] = [0, 0];
  for await (const batch of sourceBatches(db, table)) {
    await archive.add(rowsName(table.name, ++part), batch.map((row) => lineOf(table, row)).join(''));
    rows += batch.length;
  }
  return rows;
}

async function addPictures(archive: Archive, db: Db, directory: string) {
  const added = { pictureFiles: 0, pictureBytes: 0, picturesMissing: 0 };
  for await (const batch of storedPictures(db))
    for (const { id, isUsed } of batch) {
      let found = 0;
      for (const name of (await filesOf(join(directory, id))).sort()) {
        const bytes = await readFile(join(directory, id, name)).catch(unlessGone);
        if (bytes === null) continue;
        await archive.add(pictureName(id, name), bytes);
        found += 1;
        added.pictureBytes += bytes.length;
      }
      added.pictureFiles += found;
      // Unused pictures may have been deleted since the database snapshot.
      if (found === 0 && isUsed) added.picturesMissing += 1;
    }
  return added;
}

async function filesOf(directory: string): Promise<string[]> {
  const found = await readdir(directory, { withFileTypes: true }).catch(unlessGone);
  return (found ?? []).filter((file) => file.isFile() && PICTURE_FILE.test(file.name)).map(({ name }) => name);
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

export async function syncDirectory(directory: string): Promise<void> {
  const handle: FileHandle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
