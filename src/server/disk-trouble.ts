import { unavailableError } from './errors.ts';

/** Disk full or not writable: only the operator can fix these. */
const DISK_TROUBLE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EIO', 'EMFILE', 'ENFILE']);
const RETRY_SECONDS = 60;

/** Turns an error of the disk into a 503 with this sentence; the original goes to the log. Returns any other error unchanged. */
export function toDiskTrouble(error: unknown, sentence: string): unknown {
  return error instanceof Error && 'code' in error && DISK_TROUBLE.has(String(error.code))
    ? unavailableError(sentence, { cause: error, retryAfterSeconds: RETRY_SECONDS })
    : error;
}
