import { createHash } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { OperatorFault } from '../../errors.ts';

export type CopiedPictures = { files: number; stored: number };

/** Copies the pictures of a data directory to another directory, file by file, skipping those with the same hash. Deletes nothing. */
export async function copyPictures(dataDir: string, to: string): Promise<CopiedPictures> {
  const from = join(dataDir, 'images');
  const way = relative(from, resolve(to));
  if (!way.startsWith('..')) throw new OperatorFault(`The pictures are already in ${from}. Choose a directory outside it.`);
  const copied = { files: 0, stored: 0 };
  await mkdir(to, { recursive: true, mode: 0o700 });
  for await (const picture of await opendir(from)) {
    // Names that begin with a dot are unfinished pictures.
    if (!picture.isDirectory() || picture.name.startsWith('.')) continue;
    await mkdir(join(to, picture.name), { recursive: true, mode: 0o700 });
    for await (const file of await opendir(join(from, picture.name))) {
      const isNew = await copyFile(join(from, picture.name, file.name), join(to, picture.name, file.name));
      copied[isNew ? 'files' : 'stored'] += 1;
    }
  }
  return copied;
}

/** Copies a file unless it is there already; returns whether it had to. Throws `OperatorFault` when the written file reads differently. */
async function copyFile(from: string, to: string): Promise<boolean> {
  const hash = await hashOf(from);
  if (hash === (await hashOf(to))) return false;
  await copyWhole(from, to);
  if (hash !== (await hashOf(to))) throw new OperatorFault(`The picture ${to} doesn’t match what was written to it. Run the copy again, or use another disk.`);
  return true;
}

async function hashOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

/** The file gets its name only once it is complete. */
async function copyWhole(from: string, to: string): Promise<void> {
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(await readFile(from));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, to);
}
