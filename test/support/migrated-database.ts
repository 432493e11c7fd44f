import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { temporaryRoot } from './temporary-root.ts';

/** The template on the server in `TEST_DATABASE_URL` from which tests' databases are copied. */
const TEMPLATE = 'redial_migrated';

/** Creates an empty, migrated database for each available engine, once for a whole run: each test copies it in milliseconds. */
async function setUp(): Promise<() => void> {
  const directory = mkdtempSync(join(temporaryRoot(), 'redial-migrated-'));
  const file = join(directory, 'redial.db');
  const sqlite = openDatabase({ kind: 'sqlite', file });
  await migrate(sqlite, 'sqlite');
  await sqlite.destroy();
  process.env.MIGRATED_SQLITE = file;

  const server = process.env.TEST_DATABASE_URL;
  if (server) {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE}`);
    await client.end();
    const postgres = openDatabase({ kind: 'postgres', url: Object.assign(new URL(server), { pathname: `/${TEMPLATE}` }).href, pool: 1 });
    await migrate(postgres, 'postgres');
    await postgres.destroy();
    process.env.MIGRATED_POSTGRES = JSON.stringify({ server, template: TEMPLATE });
  }
  return () => rmSync(directory, { recursive: true, force: true });
}

export default setUp;
