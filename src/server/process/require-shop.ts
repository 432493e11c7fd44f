import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED_RESTORE } from '../backup/restore-target.ts';
import type { Config } from '../config/config.ts';
import { CannotStart } from './start-faults.ts';

/** Throws `CannotStart` unless there is a shop, so that a mistyped DATA_DIR doesn't create an empty one in which nothing is wrong. */
export function requireShop({ dataDir, database }: Config): void {
  if (database.kind === 'sqlite' && !existsSync(database.file))
    throw new CannotStart(`There is no shop in ${dataDir}: it has no redial.db. Set DATA_DIR to the shop’s data directory.`);
  requireFinishedRestore(dataDir);
}

/** Throws `CannotStart` for a data directory that only has a part of a backup. */
export function requireFinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new CannotStart(`A restore into ${dataDir} hasn’t finished. Run npm run restore again until it reports success, then start again.`);
}
