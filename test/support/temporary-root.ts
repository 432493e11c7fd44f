import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** What must be free there: many times what tests running at once store. */
const ENOUGH_BYTES = 2 ** 30;

/** Where tests store their data: in memory if there is `enough`, because on a disk each commit waits until it is written. */
export function temporaryRoot(enough = ENOUGH_BYTES): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= enough ? MEMORY : tmpdir();
}
