import type { Db } from './tables.ts';

/** Takes each of these leases that nobody else holds at `now`, and renews one's own; answers the names of those that are this holder's until `until`. */
export async function takeLeases(db: Db, names: string[], { holder, now, until }: { holder: string; now: number; until: number }): Promise<string[]> {
  // In one order, so that two who take several at once can't wait for each other.
  const rows = await db
    .insertInto('leases')
    .values(names.toSorted().map((name) => ({ name, holder, until })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until })
        .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.until', '<=', now)])),
    )
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Gives these leases back before their time; those of others stay. */
export async function releaseLeases(db: Db, names: string[], holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', 'in', names).where('holder', '=', holder).execute();
}
