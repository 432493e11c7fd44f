import pg from 'pg';
import { copyIn } from './copy-in.ts';
import type { Filling } from './tables.ts';

/** Fills a migrated, empty database; creates indexes and collects statistics once the rows are there. */
export async function fillPostgres(url: string, fillings: Filling[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Generated rows are consistent, so checking the foreign keys of millions of rows would only take time.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
    for (const filling of fillings) {
      const indices = await dropIndices(client, filling.table);
      await copyIn(client, filling);
      for (const index of indices) await client.query(index);
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Drops a table's indexes, except those of its constraints. Returns the statements to create them again. */
async function dropIndices(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = $1 and not exists (select 1 from pg_constraint where conindid = format('%I', indexname)::regclass)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return rows.map(({ definition }) => definition);
}

/** Creates an empty database with this name on the address's server, and drops all with the same prefix. Returns its address. */
export async function freshPostgres(url: string, name: string, prefix: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [prefix]);
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** The size of the database on disk, in bytes. */
export async function postgresBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  await client.end();
  return Number(rows[0]?.bytes ?? 0);
}
