const SYSTEM: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file is too large for this disk',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the disk is read-only',
  ENOENT: 'there is no such file or directory',
  ENOTDIR: 'there is no such directory',
  EISDIR: 'it is a directory',
  EEXIST: 'something already exists there',
};

const SQLITE_FULL = 13;

/** Why a file couldn't be written or read, as part of a sentence; null for other errors. */
export function explainFileTrouble(thrown: unknown): string | null {
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && Number(error.errcode) % 256 === SQLITE_FULL) return 'the disk is full';
  const code = 'code' in error ? String(error.code) : '';
  return SYSTEM[code] === undefined ? null : `${SYSTEM[code]} (${code})`;
}
