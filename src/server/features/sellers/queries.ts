import type { Db } from '../../db/tables.ts';

/** A seller who is still a member; undefined for anybody else. */
export function findSeller(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'created_at', 'verified_at'])
    .where('id', '=', id)
    .where('role', '=', 'seller')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}
