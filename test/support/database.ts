import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseConfig, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { addressOf, createOn, dropOn, leaveCopy, takeCopy } from './copied-databases.ts';
import { temporaryRoot } from './temporary-root.ts';

/** `drop` needs everybody's connections to be closed. */
export type UnopenedDatabase = { config: DatabaseConfig; directory: string; drop(): Promise<void> };
export type TestDatabase = UnopenedDatabase & { db: Db };

/** Creates a migrated database without rows: on PostgreSQL when a server is given, or set as `TEST_DATABASE_URL`; otherwise on SQLite. */
export async function freshDatabase(server = process.env.TEST_DATABASE_URL): Promise<TestDatabase> {
  const database = open(await unopenedDatabase(server));
  await migrate(database.db, database.config.kind);
  return database;
}

/** The same for whoever opens and migrates it: it is migrated already only where a migrated one can be copied. */
export async function unopenedDatabase(server = process.env.TEST_DATABASE_URL): Promise<UnopenedDatabase> {
  if (!server) return onSqlite(process.env.MIGRATED_SQLITE);
  const template = templateOn(server);
  if (template === null) return emptyOnServer(server);
  const copy = await takeCopy(server, template);
  return onServer(server, copy.name, () => leaveCopy(copy));
}

/** Creates a database without tables, on the same engine as `freshDatabase`. */
export async function emptyDatabase(server = process.env.TEST_DATABASE_URL): Promise<TestDatabase> {
  return open(server ? await emptyOnServer(server) : onSqlite());
}

async function emptyOnServer(server: string): Promise<UnopenedDatabase> {
  const name = await createOn(server);
  return onServer(server, name, () => dropOn(server, name));
}

function onServer(server: string, name: string, leave: () => Promise<void>): UnopenedDatabase {
  return inDirectory(() => ({ kind: 'postgres', url: addressOf(server, name), pool: 10 }), leave);
}

function onSqlite(copied?: string): UnopenedDatabase {
  return inDirectory((directory) => {
    const file = join(directory, 'redial.db');
    if (copied !== undefined) copyFileSync(copied, file);
    return { kind: 'sqlite', file };
  });
}

function inDirectory(configure: (directory: string) => DatabaseConfig, leave = async () => {}): UnopenedDatabase {
  const directory = mkdtempSync(join(temporaryRoot(), 'redial-test-'));
  return {
    config: configure(directory),
    directory,
    async drop() {
      await leave();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function open(unopened: UnopenedDatabase): TestDatabase {
  const db = openDatabase(unopened.config);
  return {
    ...unopened,
    db,
    async drop() {
      await db.destroy();
      await unopened.drop();
    },
  };
}

/** The migrated template database on this server; null when there is none. */
function templateOn(server: string): string | null {
  const made = JSON.parse(process.env.MIGRATED_POSTGRES ?? 'null') as { server: string; template: string } | null;
  return made?.server === server ? made.template : null;
}
