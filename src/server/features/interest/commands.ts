import { VIEW_DAYS } from '#contract/interest.ts';
import { minutes } from '#contract/shared/durations.ts';
import { dayAt } from '#contract/shared/moments.ts';
import type { Services } from '../../services.ts';
import { deleteSalts, deleteViews, sumViewers } from './queries.ts';

/** Views of a day's last seconds are written a little later, and clocks differ. */
const LATE_MS = minutes(10);

/** Counts the viewers of the days that are over and forgets them, with the salts that their hashes were made with. */
export async function closeViewDays({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const today = dayAt(clock.now() - LATE_MS);
  await db.transaction().execute(async (tx) => {
    // Of two processes at once, only the one that deletes the salts counts.
    if (!(await deleteSalts(tx, today))) return;
    await sumViewers(tx, today);
    await deleteViews(tx, today - VIEW_DAYS);
  });
}
