import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { OperatorFault } from '../errors.ts';
import { MEMBER_BYTES, sumsName } from './format.ts';

export type Entry = { name: string; bytes: Buffer };

/** Members per list of checksums. */
const LISTED = 1000;
export type Archive = ReturnType<typeof writeArchive>;

/** No shop's data compresses this well at this size; such a file is made to exhaust memory or time. */
const SUSPICIOUS_BYTES = 256 * 1024 ** 2;
const SUSPICIOUS_RATIO = 1000;

/** Writes compressed members one after the other, with only one in memory at a time. */
export function writeArchive(file: string) {
  const { readable, controller } = createTarPacker();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } });
  const written = pipeline(Readable.fromWeb(readable as never), compress, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  // Rejects the next `add` or `finish` when writing to the disk fails.
  const failed = written.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  const mtime = new Date();
  const total = createHash('sha256');
  let [lines, members, bytes, parts] = ['', 0, 0, 0];

  const put = async (entry: Entry): Promise<void> => {
    const writer = controller.add({ name: entry.name, size: entry.bytes.length, type: 'file', mode: 0o600, mtime }).getWriter();
    const write = async (): Promise<void> => {
      await writer.write(entry.bytes);
      await writer.close();
    };
    await Promise.race([write(), failed]);
  };
  const list = async (): Promise<void> => {
    if (lines === '') return;
    total.update(lines);
    await put({ name: sumsName(++parts), bytes: Buffer.from(lines) });
    lines = '';
  };
  return {
    async add(name: string, content: Buffer | string): Promise<void> {
      const entry = { name, bytes: Buffer.from(content) };
      if (entry.bytes.length > MEMBER_BYTES) throw new OperatorFault(`${name} is too large for a backup (${entry.bytes.length} bytes).`);
      await put(entry);
      lines += sumLine(entry);
      members += 1;
      bytes += entry.bytes.length;
      if (members % LISTED === 0) await list();
    },
    /** Writes the remaining checksums and the last member, and waits until everything is on the disk. */
    async finish(name: string, manifest: (sums: { members: number; bytes: number; sha256: string }) => string): Promise<void> {
      await list();
      await put({ name, bytes: Buffer.from(manifest({ members, bytes, sha256: total.digest('hex') })) });
      controller.finalize();
      await written;
    },
    async giveUp(): Promise<void> {
      controller.error(new Error('canceled'));
      await written.catch(() => {});
    },
  };
}

/** A member's line for `sha256sum -c`. */
export const sumLine = ({ name, bytes }: Entry): string => `${sha256(bytes)}  ${name}\n`;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Yields the members of a file in order, each complete; throws when the file can't be read as an archive. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file);
  const unpacked = guardAgainstBombs(() => source.bytesRead);
  const reading = pipeline(source, createZstdDecompress(), unpacked);
  reading.catch(() => {});
  const entries = (Readable.toWeb(unpacked) as unknown as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
  try {
    for await (const { header, body } of entries as unknown as AsyncIterable<{
      header: { name: string; size: number; type?: string };
      body: ReadableStream<Uint8Array>;
    }>) {
      if (header.type !== 'file' || header.size > MEMBER_BYTES) throw new OperatorFault(`The file contains something that no backup has (${header.type}).`);
      yield { name: header.name, bytes: await collect(body, header.size) };
    }
    await reading;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

function guardAgainstBombs(read: () => number): Transform {
  let given = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      given += chunk.length;
      const isBomb = given > SUSPICIOUS_BYTES && given > read() * SUSPICIOUS_RATIO;
      done(isBomb ? new OperatorFault('The file unpacks to far more data than a shop ever has. It isn’t a backup of a shop.') : null, chunk);
    },
  });
}

async function collect(body: ReadableStream<Uint8Array>, size: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== size) throw new Error('an entry is cut off');
  return bytes;
}
