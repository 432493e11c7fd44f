import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { type DatabaseConfig, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { temporaryRoot } from './temporary-root.ts';

export type TestDatabase = { db: Db; config: DatabaseConfig; directory: string; drop(): Promise<void> };

/** Creates a migrated database without rows: on PostgreSQL when a server is given, or set as `TEST_DATABASE_URL`; otherwise on SQLite. */
export async function freshDatabase(server = process.env.TEST_DATABASE_URL): Promise<TestDatabase> {
  const database = await createDatabase(server, { isMigrated: true });
  await migrate(database.db, database.config.kind);
  return database;
}

/** Creates a database without tables, on the same engine as `freshDatabase`. */
export function emptyDatabase(server = process.env.TEST_DATABASE_URL): Promise<TestDatabase> {
  return createDatabase(server, { isMigrated: false });
}

async function createDatabase(server: string | undefined, { isMigrated }: { isMigrated: boolean }): Promise<TestDatabase> {
  const directory = mkdtempSync(join(temporaryRoot(), 'redial-test-'));
  const name = `test_${uuid().replaceAll('-', '')}`;
  const template = server && isMigrated && templateOn(server);
  if (server) await onServer(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  else if (isMigrated && process.env.MIGRATED_SQLITE) copyFileSync(process.env.MIGRATED_SQLITE, join(directory, 'redial.db'));
  const config: DatabaseConfig = server
    ? { kind: 'postgres', url: Object.assign(new URL(server), { pathname: `/${name}` }).href, pool: 10 }
    : { kind: 'sqlite', file: join(directory, 'redial.db') };
  const db = openDatabase(config);
  return {
    db,
    config,
    directory,
    async drop() {
      await db.destroy();
      if (server) await onServer(server, `drop database if exists ${name} with (force)`);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The migrated template database on this server; null when there is none. */
function templateOn(server: string): string | null {
  const made = JSON.parse(process.env.MIGRATED_POSTGRES ?? 'null') as { server: string; template: string } | null;
  return made?.server === server ? made.template : null;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
