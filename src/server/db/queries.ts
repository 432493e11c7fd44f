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
