import { VIEW_DAYS } from '#contract/interest.ts';
import { minutes } from '#contract/shared/durations.ts';
import { dayAt } from '#contract/shared/moments.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { inBatches } from '../../work-through.ts';
import { addViews, deleteSalts, deleteViews, takeViewers } from './queries.ts';

/** Views of a day's last seconds are written a little later, and clocks differ. */
const LATE_MS = minutes(10);
const VIEWERS_AT_ONCE = 200;
const VIEWS_AT_ONCE = 200;

/** Counts the viewers of the days that are over and forgets them, with the salts that their hashes were made with. */
export async function closeViewDays({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const today = dayAt(clock.now() - LATE_MS);
  await deleteSalts(db, today);
  await inBatches(VIEWERS_AT_ONCE, (limit) => db.transaction().execute((tx) => countSome(tx, today, limit)));
  await inBatches(VIEWS_AT_ONCE, (limit) => deleteViews(db, today - VIEW_DAYS, limit));
}

/** A viewer is deleted in the transaction that counts them. */
async function countSome(tx: Db, today: number, limit: number): Promise<number> {
  const taken = await takeViewers(tx, today, limit);
  const groups = Map.groupBy(taken, ({ listing_id, day }) => `${day} ${listing_id}`);
  await addViews(
    tx,
    [...groups.values()].flatMap(([first, ...others]) => (first ? { ...first, people: others.length + 1 } : [])),
  );
  return taken.length;
}
