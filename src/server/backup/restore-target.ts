import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDirectory } from '../db/sqlite.ts';
import { OperatorFault } from '../errors.ts';
import { syncDirectory } from './make.ts';

/** Marks a data directory with an unfinished restore; no shop starts on it. */
export const UNFINISHED_RESTORE = '.unfinished-restore';

/** What a restore moves into place, the database last: once it is there, the shop is complete. */
const PARTS = ['images', 'secret', 'redial.db-wal', 'redial.db-shm', 'redial.db'];

/** A data directory to restore into: everything is written to a staging directory and moved into place at the end. */
export type RestorePlace = {
  /** Where the database file is written before it is moved into place. */
  databaseFile: string;
  writePicture(picture: { id: string; file: string }, bytes: Buffer): Promise<void>;
  writeSecret(secret: string): Promise<void>;
  /** Moves the existing data aside and the restored data into place. Returns where the old data is now; null when there was none. */
  commit(): Promise<string | null>;
  /** Removes the staging directory and unlocks the data directory. */
  finish(): Promise<void>;
  giveUp(): Promise<void>;
};

/**
 * Prepares a data directory for a restore. Throws `OperatorFault` when a shop is running on it, when it already holds one without `isReplacing`, or
 * when there is too little room.
 */
export async function takePlace(dataDir: string, { isReplacing, bytes, stamp }: { isReplacing: boolean; bytes: number; stamp: string }): Promise<RestorePlace> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDirectory(join(dataDir, 'lock'));
  if (!lock) throw new OperatorFault(`A shop is running on ${dataDir}. Stop it first, or choose another directory. Nothing was changed.`);
  const staging = join(dataDir, UNFINISHED_RESTORE);
  const images = join(staging, 'images');
  try {
    const there = PARTS.filter((part) => isFilled(join(dataDir, part)));
    if (there.length > 0 && !isReplacing)
      throw new OperatorFault(
        `${dataDir} already holds a shop (${there.join(', ')}). Choose an empty directory, or add --replace to move it aside. Nothing was changed.`,
      );
    await requireRoom(dataDir, bytes);
    await rm(staging, { recursive: true, force: true });
    await mkdir(images, { recursive: true, mode: 0o700 });
  } catch (error) {
    lock.release();
    throw error;
  }

  let hasMoved = false;
  const suspended = async (): Promise<string | null> => {
    const there = PARTS.filter((part) => existsSync(join(dataDir, part)));
    if (!there.some((part) => isFilled(join(dataDir, part)))) {
      await rm(join(dataDir, 'images'), { recursive: true, force: true });
      return null;
    }
    const aside = join(dataDir, `before-restore-${stamp}`);
    await mkdir(aside, { mode: 0o700 });
    await moveAll(there.toReversed(), dataDir, aside);
    hasMoved = true;
    await syncDirectory(aside);
    return aside;
  };

  return {
    databaseFile: join(staging, 'redial.db'),
    async writePicture({ id, file }, bytes) {
      await mkdir(join(images, id), { recursive: true, mode: 0o700 });
      await writeWhole(join(images, id, file), bytes);
    },
    writeSecret: (secret) => writeWhole(join(staging, 'secret'), Buffer.from(`${secret}\n`)),
    async commit() {
      for (const id of readdirSync(images)) await syncDirectory(join(images, id));
      await syncDirectory(images);
      const aside = await suspended();
      hasMoved = true;
      for (const part of PARTS) if (existsSync(join(staging, part))) await rename(join(staging, part), join(dataDir, part));
      await syncDirectory(staging);
      await syncDirectory(dataDir);
      return aside;
    },
    async finish() {
      await rm(staging, { recursive: true, force: true });
      await syncDirectory(dataDir);
      lock.release();
    },
    async giveUp() {
      // Once parts have been moved, the mark stays: no shop may start on a mix of two shops, or on what the first left behind.
      if (!hasMoved) await rm(staging, { recursive: true, force: true });
      lock.release();
    },
  };
}

/** Moves these parts to another directory. When one can't be moved, those before it are moved back. Throws `OperatorFault`. */
export async function moveAll(parts: string[], from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const part of parts) {
      await rename(join(from, part), join(to, part));
      moved.push(part);
    }
  } catch (error) {
    for (const part of moved) await rename(join(to, part), join(from, part));
    await rm(to, { recursive: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorFault(`The shop in ${from} can’t be moved aside: ${why}. Is one of its directories on a separate disk? The directory is unchanged.`);
  }
}

const isFilled = (path: string): boolean => existsSync(path) && (!path.endsWith('images') || readdirSync(path).length > 0);

async function requireRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const megabytes = (count: number): string => `${Math.ceil(count / 1024 ** 2).toLocaleString('en')} MB`;
  if (bavail * bsize < bytes)
    throw new OperatorFault(
      `There isn’t enough room for this shop in ${directory}: it needs ${megabytes(bytes)}, and ${megabytes(bavail * bsize)} are free. Nothing was changed.`,
    );
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
  if (!(await readFile(path)).equals(bytes)) throw new OperatorFault(`${path} doesn’t match what was written to it. Use another disk.`);
}

/** Flushes a file's content to the disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
