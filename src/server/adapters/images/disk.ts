import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_WIDTHS } from '#contract/images.ts';
import type { Db } from '../../db/tables.ts';
import { toDiskTrouble } from '../../disk-trouble.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageFiles, ImageStore } from '../../ports/image-store.ts';
import type { WebPicture } from './picture.ts';
import { createPictureStore, type Place } from './picture-store.ts';

const UNFINISHED = '.unfinished-';
/** No picture takes this long: older directories were left by a process that was killed midway. */
const LEFT_BEHIND_MS = 3_600_000;
const LARGEST = IMAGE_WIDTHS[IMAGE_WIDTHS.length - 1];

const NO_SPACE = 'We can’t store pictures right now. Nothing else was lost. Please try again in a moment.';

type Options = { directory: string; db: Db; clock: Clock; anchors?: readonly string[] };

/** Stores pictures as `<directory>/<id>/<width>.webp`. */
export function createDiskImageStore({ directory, db, clock, anchors }: Options): ImageStore {
  const place = createPlace(directory);
  return { kind: 'disk', source: null, ...createPictureStore({ place, db, clock, anchors }), remove: place.remove, findFault: async () => null };
}

function createPlace(directory: string): Place {
  const files = createDiskImageFiles(directory);
  let prepared: Promise<void> | null = null;

  const prepare = async (): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await removeLeftBehind(directory);
  };

  return {
    kind: 'disk',
    async save(id, { files: written }) {
      prepared ??= prepare();
      try {
        await prepared;
        await keepFiles(directory, id, written);
      } catch (error) {
        // The next picture tries again from the start: the disk may have been freed, or the directory be back.
        prepared = null;
        throw toDiskTrouble(error, NO_SPACE);
      }
      return { address: `/images/${id}/${LARGEST}.webp`, deleteUrl: null };
    },
    read: ({ id }) => files.read(id, '640.webp'),
    async remove(id) {
      await rm(join(directory, id), { recursive: true, force: true });
      return true;
    },
  };
}

/** Serves the files of a directory of pictures. */
export function createDiskImageFiles(directory: string): ImageFiles {
  return {
    async read(id, name) {
      try {
        return await readFile(join(directory, id, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(id, name, bytes) {
      const file = join(directory, id, name);
      const unfinished = `${file}.${randomUUID()}`;
      try {
        await writeFile(unfinished, bytes);
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
  };
}

async function removeLeftBehind(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const found = await stat(join(directory, name)).catch(() => null);
    // Uses the machine's clock like the file system, not the shop's.
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** Writes all files or none: into a directory that is renamed once they are complete. */
async function keepFiles(directory: string, id: string, files: WebPicture['files']): Promise<void> {
  const unfinished = join(directory, `${UNFINISHED}${id}`);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await Promise.all(files.map((file) => writeDurably(join(unfinished, `${file.width}.webp`), file.bytes)));
    await syncDirectory(unfinished);
    await rename(unfinished, join(directory, id));
    await syncDirectory(directory);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
