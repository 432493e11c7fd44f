import type { Config } from '../config/config.ts';
import type { MonitoringConfig, ShownSetting } from '../config/monitoring.ts';

/** The setup as shown to operators. */
export type Setup = Pick<MonitoringConfig, 'metricsToken'> & {
  settings: ShownSetting[];
  dataDir: string;
  /** SQLite's file; null on PostgreSQL. */
  databaseFile: string | null;
};

export function setupOf({ monitoring, shown, dataDir, database }: Config): Setup {
  return {
    metricsToken: monitoring.metricsToken,
    settings: shown,
    dataDir,
    databaseFile: database.kind === 'sqlite' ? database.file : null,
  };
}
