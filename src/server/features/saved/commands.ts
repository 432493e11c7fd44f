import type { Services } from '../../services.ts';
import { lockCaller } from '../accounts/index.ts';
import { findSavedIds, findSummaries, insertSaved } from './queries.ts';
import { chooseNew } from './rules.ts';

/** Saves phones for a person; returns how many of them exist and weren't saved before, and the ids for which there was no room. */
export function savePhones({ db, clock }: Pick<Services, 'db' | 'clock'>, userId: string, ids: string[]): Promise<{ count: number; left: string[] }> {
  return db.transaction().execute(async (tx) => {
    // One at a time, so that requests at once can’t exceed the limit.
    await lockCaller(tx, userId);
    const there = (await findSummaries(tx, ids)).map(({ id }) => id);
    const { added, left } = chooseNew(
      ids.filter((id) => there.includes(id)),
      await findSavedIds(tx, userId),
    );
    return { count: added.length === 0 ? 0 : await insertSaved(tx, userId, added, clock.now()), left };
  });
}
