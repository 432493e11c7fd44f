/** A backup or a restore that can't go on: its message is one clear sentence for the operator. */
export class BackupTrouble extends Error {}

const SYSTEM: Record<string, string> = {
  ENOSPC: 'there is no room left on the disk',
  EDQUOT: 'there is no room left on the disk',
  EFBIG: 'the file gets larger than may be',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOENT: 'there is no such file or directory',
  ENOTDIR: 'there is no such directory',
  EISDIR: 'it is a directory',
  EEXIST: 'there is something already',
};

const SQLITE_FULL = 13;

/** What kept a file from being written or read, as a part of a sentence; null for what is no trouble of files. */
export function explainFileTrouble(thrown: unknown): string | null {
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && Number(error.errcode) % 256 === SQLITE_FULL) return 'there is no room left on the disk';
  const code = 'code' in error ? String(error.code) : '';
  return SYSTEM[code] === undefined ? null : `${SYSTEM[code]} (${code})`;
}
