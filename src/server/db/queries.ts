import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Whether the database answers. */
export const isAnswering = async (db: Db): Promise<boolean> => {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
};

/** Whether this database was stocked as a demo shop, with logins that everybody knows. */
export const hasDemoLogins = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('settings').select('key').where('key', '=', 'demo_seeded').executeTakeFirst()) !== undefined;
