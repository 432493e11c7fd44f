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

/** How far this database was stocked as a demo shop: then it has logins that everybody knows, even when the stocking was interrupted. */
export async function readDemoState(db: Db): Promise<'none' | 'begun' | 'done'> {
  const rows = await db.selectFrom('settings').select('key').where('key', 'in', ['demo_seed_begun', 'demo_seeded']).execute();
  if (rows.some(({ key }) => key === 'demo_seeded')) return 'done';
  return rows.length > 0 ? 'begun' : 'none';
}
