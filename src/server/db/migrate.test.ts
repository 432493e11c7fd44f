import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/support/database.ts';
import { openDatabase } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';

test('A database that is up to date is opened while another process has its turn to migrate', async () => {
  const { db, config, drop } = await freshDatabase();
  const other = openDatabase(config);
  const applied = await readMigrations(db);
  await other.transaction().execute(async (tx) => {
    await sql`insert into migrations_lock (id, is_locked) values ('turn', 0) on conflict (id) do update set is_locked = 0`.execute(tx);
    await migrate(db, config.kind);
  });
  expect(await readMigrations(db)).toEqual(applied);
  await other.destroy();
  await drop();
});
