import { readdirSync } from 'node:fs';
import { open, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { v7 as uuid } from 'uuid';

export type Disk = { freeBytes: number; totalBytes: number };

/** What the file system of a directory has left for this process's user. */
export const readDisk = async (directory: string): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

/** A file's size; 0 when there is none. */
export const sizeOfFile = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
};

/** Whether a byte can be written and brought to the disk there; throws when not. */
export const tryToWrite = async (directory: string): Promise<void> => {
  const file = join(directory, `.ready-${uuid()}`);
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile('1');
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
};

/** Open files and sockets of this process; null where the system doesn't tell. */
export const countOpenFiles = (): number | null => {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
};

/** How late the event loop gets around to things, in seconds, since it was last asked. */
export const createLoopClock = (): { read(): { p50: number; p99: number; max: number } | null; stop(): void } => {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  return {
    read() {
      if (delays.count === 0) return null;
      const read = { p50: delays.percentile(50) / 1e9, p99: delays.percentile(99) / 1e9, max: delays.max / 1e9 };
      delays.reset();
      return read;
    },
    stop: () => void delays.disable(),
  };
};

/** The shop's version, as its package says. */
export const readShopVersion = async (): Promise<string> => {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  // Our own file.
  return (JSON.parse(text) as { version: string }).version;
};
