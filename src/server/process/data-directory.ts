import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hours } from '#contract/shared/durations.ts';
import { OperatorFault } from '../errors.ts';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Mode bits: a directory shared by all users, such as /tmp; and the permissions of everyone but the owner. */
const STICKY = 0o1000;
const OTHERS = 0o077;
/** No request writes a scratch file for this long; older ones were left by a process that was killed. */
const LEFT_BEHIND_MS = hours(1);

/**
 * Creates the data directory if needed, and removes other users' access to it and its direct contents, which an earlier version or a person may
 * have left open. Throws `OperatorFault` for a directory that belongs to someone else.
 */
export function openDataDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  requireOwn(directory);
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) close(path, found.mode, DIRECTORY_MODE);
    else if (found?.isFile()) close(path, found.mode, FILE_MODE);
  }
}

/** Makes the directory for unfinished uploads in the data directory and removes what killed processes left there. Returns its path. */
export function openScratchDirectory(dataDir: string): string {
  const scratch = join(dataDir, 'unfinished');
  mkdirSync(scratch, { recursive: true, mode: DIRECTORY_MODE });
  for (const name of readdirSync(scratch)) {
    const path = join(scratch, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs < Date.now() - LEFT_BEHIND_MS) rmSync(path, { force: true });
  }
  return scratch;
}

function requireOwn(directory: string): void {
  const { uid, mode } = statSync(directory);
  const user = process.getuid?.();
  // Without numeric user ids (Windows), modes mean nothing either.
  if (user === undefined) return;
  if ((mode & STICKY) !== 0)
    throw new OperatorFault(
      `The data directory ${directory} is open to all users. Set DATA_DIR to a directory that only the shop uses, such as one inside it.`,
    );
  if (uid !== user)
    throw new OperatorFault(
      `The data directory ${directory} belongs to another user, who could read the shop’s secrets. Change its owner (chown), or set DATA_DIR to another directory.`,
    );
  close(directory, mode, DIRECTORY_MODE);
}

function close(path: string, mode: number, closed: number): void {
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, closed);
  } catch (error) {
    // Another process of the shop has removed its own file in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
