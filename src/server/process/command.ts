import { compose } from '../composition.ts';
import { type Config, readConfig, readEnvironment } from '../config/config.ts';
import { openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { Db } from '../db/tables.ts';
import { OperatorFault } from '../errors.ts';
import type { Services } from '../services.ts';
import { requireShop } from './require-shop.ts';
import { complain } from './say.ts';
import { explainFault } from './start-faults.ts';

/** Reads the configuration, which `check` may refuse or change; by default there must be a shop. */
type ReadConfig = (check?: (config: Config) => Config | Promise<Config>) => Promise<Config>;

type Options = {
  /** The exit code of a failure. */
  failed?: number;
  /** What is true of every failure that the operator can mend. */
  note?: string;
};

/** Runs an operator's command, and explains at the terminal why it failed. */
export async function runCommand(work: (read: ReadConfig) => Promise<void>, { failed = 1, note }: Options = {}): Promise<void> {
  let config: Config | null = null;
  const read: ReadConfig = async (check = requireShop) => {
    config = readConfig(readEnvironment());
    config = await check(config);
    return config;
  };
  try {
    await work(read);
  } catch (error) {
    const why = explainFault(error, config) ?? String(error);
    complain(error instanceof OperatorFault && note !== undefined ? `${why} ${note}` : why);
    process.exitCode = failed;
  }
}

/** Opens the shop's services, migrated to this version, and closes them in the end. */
export async function withServices<T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> {
  const { services, close } = await compose(config, { onFault: complain });
  return work(services).finally(close);
}

/** Opens the shop's database, migrated to this version, and closes it in the end. */
export async function withDatabase<T>({ database }: Config, work: (db: Db) => Promise<T>): Promise<T> {
  await migrateDatabase(database);
  const db = openDatabase(database, { isPatient: true });
  return work(db).finally(() => db.destroy());
}
