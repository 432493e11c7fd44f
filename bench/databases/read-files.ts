import { createReadStream } from 'node:fs';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/server/db/database.ts';

/** Has the system cache a database's files. */
export async function readFiles(database: DatabaseConfig): Promise<void> {
  if (database.kind === 'postgres') return readPostgresFiles(database.url);
  for await (const _ of createReadStream(database.file, { highWaterMark: 1_000_000 }));
}

async function readPostgresFiles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_prewarm');
    await client.query(`select pg_prewarm(oid, 'read') from pg_class where relkind in ('r', 'i', 't')`);
  } finally {
    await client.end();
  }
}
