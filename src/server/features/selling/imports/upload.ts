import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_IMPORT_BYTES } from '#contract/selling/listing-imports.ts';
import { cutText } from '#contract/shared/cut-text.ts';
import { toDiskTrouble } from '../../../disk-trouble.ts';
import { HttpError, MalformedError, TooLargeError } from '../../../errors.ts';
import type { CallContext } from '../../../http/route.ts';

const FIELD = 'file';
const ENVELOPE_BYTES = 64_000;
const MAX_FILE_NAME = 100;
const LIMITS = { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 8, fieldSize: 4000, parts: 10, headerPairs: 50 };

const TOO_LARGE = `This file is larger than ${MAX_IMPORT_BYTES / 1e6} MB. Split it and send the parts one by one.`;
const NOT_A_FILE = `Send the CSV as a file in the multipart field “${FIELD}”.`;
const NO_SPACE = 'We can’t receive files right now. Nothing else was lost. Please try again in a moment.';
const ENDED_EARLY = 'The upload was interrupted. Please send the file again.';

/** A completely received file, at its own path until it is removed. */
export type Uploaded = { fileName: string; path: string; remove(): Promise<void> };

/** Streams the file of a request into `directory`: however long that takes, nothing else waits for it. Throws `MalformedError` or `TooLargeError`. */
export async function saveUpload(request: CallContext<'POST /listingImports'>['request'], directory: string): Promise<Uploaded> {
  if (!request.isMultipart()) throw new MalformedError(NOT_A_FILE);
  if (Number(request.headers['content-length']) > MAX_IMPORT_BYTES + ENVELOPE_BYTES) throw new TooLargeError(TOO_LARGE);
  const path = join(directory, `${randomUUID()}.csv`);
  const remove = () => rm(path, { force: true });
  try {
    const part = await request.file({ limits: LIMITS });
    if (!part || part.fieldname !== FIELD) {
      part?.file.resume();
      throw new MalformedError(NOT_A_FILE);
    }
    await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    if (part.file.truncated) throw new TooLargeError(TOO_LARGE);
    return { fileName: nameOf(part.filename), path, remove };
  } catch (error) {
    // What removing it fails for is the same trouble, and would take its place.
    await remove().catch(() => {});
    throw toOurError(error);
  }
}

function nameOf(written: string): string {
  const name = written
    .slice(0, 1000)
    .replace(/\p{Cc}/gu, '')
    .toWellFormed();
  return cutText(name, MAX_FILE_NAME) || 'listings.csv';
}

/** Converts the upload library's errors into the shop's: those without a code mean that it can't parse the body. */
function toOurError(error: unknown): unknown {
  if (error instanceof HttpError || !(error instanceof Error)) return error;
  if (!('code' in error)) return new MalformedError(ENDED_EARLY);
  const code = String(error.code);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new TooLargeError(TOO_LARGE);
  if (code === 'FST_MP_PREMATURE_CLOSE') return new MalformedError(ENDED_EARLY);
  if (code.startsWith('FST_')) return new MalformedError(NOT_A_FILE);
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? new MalformedError(ENDED_EARLY) : toDiskTrouble(error, NO_SPACE);
}
