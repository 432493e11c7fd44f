import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED_RESTORE } from '../backup/restore-target.ts';
import type { Config } from '../config/config.ts';
import { hasShop } from '../db/migrate.ts';
import { OperatorFault } from '../errors.ts';

/** Throws `OperatorFault` unless there is a shop, so that a mistyped DATA_DIR or DATABASE_URL doesn't create an empty one in which nothing is wrong. */
export async function requireShop(config: Config): Promise<Config> {
  const { dataDir, database } = config;
  if (database.kind === 'sqlite' && !existsSync(database.file))
    throw new OperatorFault(`There is no shop in ${dataDir}: it has no redial.db. Set DATA_DIR to the shop’s data directory.`);
  requireFinishedRestore(config);
  if (!(await hasShop(database)))
    throw new OperatorFault(
      database.kind === 'sqlite'
        ? `There is no shop in ${database.file}: it is empty, or another program’s. Set DATA_DIR to the shop’s data directory.`
        : 'There is no shop in the database at DATABASE_URL: it is empty, or another program’s. Set DATABASE_URL to the shop’s database.',
    );
  return config;
}

/** Throws `OperatorFault` for a data directory that only has a part of a backup. */
export function requireFinishedRestore(config: Config): Config {
  if (existsSync(join(config.dataDir, UNFINISHED_RESTORE)))
    throw new OperatorFault(`A restore into ${config.dataDir} hasn’t finished. Run npm run restore again until it reports success, then start again.`);
  return config;
}
