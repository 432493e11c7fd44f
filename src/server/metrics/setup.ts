import type { Config } from '../config/config.ts';
import type { ShownSetting, WatchingConfig } from '../config/watching.ts';

/** What an operator is told of how the shop was set up. */
export type Setup = Pick<WatchingConfig, 'metricsToken'> & {
  settings: ShownSetting[];
  dataDir: string;
  /** SQLite's file; null on PostgreSQL. */
  databaseFile: string | null;
};

export function setupOf({ watching, shown, dataDir, database }: Config): Setup {
  return {
    metricsToken: watching.metricsToken,
    settings: shown,
    dataDir,
    databaseFile: database.kind === 'sqlite' ? database.file : null,
  };
}
