import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { IMAGE_WIDTHS } from '#contract/images.ts';
import type { Db } from '../../db/tables.ts';
import { createGate } from '../../gate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { toWebPicture, type WebPicture } from './picture.ts';
import { hasImage, insertImage } from './queries.ts';

/** A decoded photo takes tens of megabytes: a crowd of uploads waits instead of taking the memory. */
const AT_ONCE = 2;
const UNFINISHED = '.unfinished-';
/** No picture takes this long: what is older was left by a process that ended in the middle. */
const LEFT_BEHIND_MS = 3_600_000;
const LARGEST = IMAGE_WIDTHS[IMAGE_WIDTHS.length - 1];

const OWN_ADDRESS = new RegExp(`^/images/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:${IMAGE_WIDTHS.join('|')})\\.webp$`, 'u');

type Options = { directory: string; db: Db; clock: Clock };

const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
};

const writeDurably = async (path: string, bytes: Buffer): Promise<void> => {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const removeLeftBehind = async (directory: string): Promise<void> => {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const found = await stat(join(directory, name)).catch(() => null);
    // Compared with the file system's own time, whatever clock the shop runs on.
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(join(directory, name), { recursive: true, force: true });
  }
};

/** All files or none: they are written beside and appear under their name in one step. */
const keepFiles = async (directory: string, id: string, files: WebPicture['files']): Promise<void> => {
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
};

/** Keeps pictures as `<directory>/<id>/<width>.webp`, and a row for each, so that an address can be looked up. */
export const createDiskImageStore = ({ directory, db, clock }: Options): ImageStore => {
  const inTurn = createGate(AT_ONCE);
  let prepared: Promise<void> | null = null;

  const prepare = async (): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await removeLeftBehind(directory);
  };

  const keep = async ({ width, height, files }: WebPicture): Promise<string> => {
    const now = clock.now();
    const id = uuid({ msecs: now });
    await keepFiles(directory, id, files);
    try {
      await insertImage(db, { id, width, height, created_at: now });
    } catch (error) {
      await rm(join(directory, id), { recursive: true, force: true });
      throw error;
    }
    return id;
  };

  return {
    kind: 'disk',
    async put(bytes) {
      prepared ??= prepare();
      await prepared.catch((error) => {
        // The next picture tries again: a full disk may be emptied.
        prepared = null;
        throw error;
      });
      const picture = await inTurn(() => toWebPicture(bytes));
      return { address: `/images/${await keep(picture)}/${LARGEST}.webp` };
    },
    async holds(address) {
      const id = OWN_ADDRESS.exec(address)?.[1];
      return id !== undefined && hasImage(db, id);
    },
  };
};
