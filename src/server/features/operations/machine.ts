import { readdirSync } from 'node:fs';
import { open, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { v7 as uuid } from 'uuid';

export type Disk = { freeBytes: number; totalBytes: number };

/** Free space for this process's user in a directory's file system. */
export async function readDisk(directory: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** A file's size; 0 if it doesn't exist. */
export async function sizeOfFile(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

/** Writes a byte to the disk and syncs it; throws if that fails. */
export async function tryToWrite(directory: string): Promise<void> {
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
}

/** This process's open files and sockets; null if the system doesn't say. */
export function countOpenFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}

/** The event loop's delay in seconds since the last call. */
export function createLoopClock(): { read(): { p50: number; p99: number; max: number } | null; stop(): void } {
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
}

/** The shop's version from package.json. */
export async function readShopVersion(): Promise<string> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  // Only we write this file.
  return (JSON.parse(text) as { version: string }).version;
}
