import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Whether the database responds. */
export async function isAnswering(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

/** Whether this database was seeded as a demo shop: its logins are public then, even if seeding was interrupted. */
export async function readDemoState(db: Db): Promise<'none' | 'begun' | 'done'> {
  const rows = await db.selectFrom('settings').select('key').where('key', 'in', ['demo_seed_begun', 'demo_seeded']).execute();
  if (rows.some(({ key }) => key === 'demo_seeded')) return 'done';
  return rows.length > 0 ? 'begun' : 'none';
}

/** When seeding of the demo shop began, in epoch ms: what it listed is older, and what people listed newer; null if this isn't a demo shop. */
export async function readDemoStart(db: Db): Promise<number | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'demo_seed_begun').executeTakeFirst();
  return row ? Number(row.value) : null;
}
