import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';

/** Parts of a file by name; each is checked for damage when it is read. */
export type Parts = { name: string; bytes: Uint8Array }[];

/** Increment when the parts change. */
const VERSION = 1;
const MAGIC = `redial-index-${VERSION}-${endianness()}`;
/** The contents' length and checksum, then `MAGIC`. */
const END_BYTES = 8 + MAGIC.length;
const MAX_CONTENTS = 1024 * 1024;
const BATCH = 1024 * 1024;

const Contents = z.object({
  /** What the parts were made by and from; compared by the caller. */
  made: z.record(z.string(), z.union([z.string(), z.number()])),
  parts: z.array(z.object({ name: z.string(), bytes: z.int().min(0), crc: z.int() })),
});
type Contents = z.infer<typeof Contents>;

/** A file that can't be used: damaged, of another version, or too old. */
export class UnusableFileError extends Error {}

/** Writes parts to a file, in batches between which requests are served. The file is replaced at once, when all of it is on the disk. */
export async function writeParts({ file, scratch }: { file: string; scratch: string }, made: Contents['made'], parts: Parts): Promise<void> {
  const unfinished = join(scratch, `search-index-${uuid()}`);
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    const contents: Contents = { made, parts: [] };
    for (const { name, bytes } of parts) contents.parts.push({ name, bytes: bytes.length, crc: await writeBytes(handle, bytes) });
    const text = Buffer.from(JSON.stringify(contents));
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32LE(text.length, 0);
    end.writeUInt32LE(crc32(text), 4);
    end.write(MAGIC, 8, 'latin1');
    await handle.appendFile(Buffer.concat([text, end]));
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeBytes(handle: FileHandle, bytes: Uint8Array): Promise<number> {
  let crc = 0;
  for (let start = 0; start < bytes.length; start += BATCH) {
    // Copied, because rows that change meanwhile would no longer have this checksum.
    const batch = Buffer.from(bytes.subarray(start, start + BATCH));
    crc = crc32(batch, crc);
    await handle.appendFile(batch);
  }
  return crc;
}

export type PartsFile = {
  made: Contents['made'];
  /** Reads the next part, which must have this name, into memory that `allocate` returns. */
  readPart(name: string, allocate: (bytes: number) => Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Opens a file of parts; null if there is none. Throws `UnusableFileError` for anything but a whole file of this version. */
export async function openParts(file: string): Promise<PartsFile | null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return null;
  try {
    const { made, parts } = await readContents(handle);
    let position = 0;
    let next = 0;
    return {
      made,
      async readPart(name, allocate) {
        const part = parts[next];
        if (part?.name !== name) throw new UnusableFileError(`it has no ${name}`);
        const bytes = allocate(part.bytes);
        if (bytes.length !== part.bytes) throw new UnusableFileError(`its ${name} has ${part.bytes} bytes`);
        if ((await readBytes(handle, bytes, position)) !== part.crc) throw new UnusableFileError(`its ${name} is damaged`);
        position += part.bytes;
        next += 1;
        return bytes;
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readContents(handle: FileHandle): Promise<Contents> {
  const { size } = await handle.stat();
  const end = Buffer.alloc(END_BYTES);
  if (size < END_BYTES) throw new UnusableFileError('it is cut off');
  await readBytes(handle, end, size - END_BYTES);
  if (end.toString('latin1', 8) !== MAGIC) throw new UnusableFileError('it is cut off, or of another version');
  const length = end.readUInt32LE(0);
  if (length > MAX_CONTENTS || length > size - END_BYTES) throw new UnusableFileError('its contents are damaged');
  const text = Buffer.alloc(length);
  if ((await readBytes(handle, text, size - END_BYTES - length)) !== end.readUInt32LE(4)) throw new UnusableFileError('its contents are damaged');
  const contents = Contents.parse(JSON.parse(text.toString()));
  if (contents.parts.reduce((sum, { bytes }) => sum + bytes, 0) !== size - END_BYTES - length) throw new UnusableFileError('its size is wrong');
  return contents;
}

/** Fills `bytes` from a position; returns their checksum. */
async function readBytes(handle: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  let crc = 0;
  for (let start = 0; start < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, start, Math.min(BATCH, bytes.length - start), position + start);
    if (bytesRead === 0) throw new UnusableFileError('it is cut off');
    crc = crc32(bytes.subarray(start, start + bytesRead), crc);
    start += bytesRead;
  }
  return crc;
}
