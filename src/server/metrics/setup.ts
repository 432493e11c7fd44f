import type { Config } from '../config/config.ts';
import type { ShownSetting, WatchingConfig } from '../config/watching.ts';

/** The setup as shown to operators. */
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
