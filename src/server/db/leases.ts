import type { Db } from './tables.ts';

/**
 * Takes every lease that nobody else holds at `now`, and renews those of this holder. One that would last ten times as long as the one asked for counts
 * as free: the clock of the process that took it was wrong. Returns the names of those it holds until `until`.
 */
export async function takeLeases(db: Db, names: string[], { holder, now, until }: { holder: string; now: number; until: number }): Promise<string[]> {
  const latest = now + 10 * (until - now);
  // In a fixed order, so that two processes that take several can't deadlock.
  const rows = await db
    .insertInto('leases')
    .values(names.toSorted().map((name) => ({ name, holder, until })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until })
        .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.until', '<=', now), eb('leases.until', '>', latest)])),
    )
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Releases this holder's leases early; others' are unaffected. */
export async function releaseLeases(db: Db, names: string[], holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', 'in', names).where('holder', '=', holder).execute();
}
