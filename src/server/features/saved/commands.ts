import type { Services } from '../../services.ts';
import { lockUser } from '../accounts/index.ts';
import { findSavedIds, insertSaved } from './queries.ts';
import { chooseNew } from './rules.ts';

/** Saves phones for a person; returns how many of them exist and weren't saved before. */
export function savePhones({ db, clock }: Pick<Services, 'db' | 'clock'>, userId: string, ids: string[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One at a time, so that requests at once can’t exceed the limit.
    await lockUser(tx, userId);
    const added = chooseNew(ids, await findSavedIds(tx, userId));
    return added.length === 0 ? 0 : insertSaved(tx, userId, added, clock.now());
  });
}
