import type { Services } from '../../services.ts';
import { findSavedIds, insertSaved } from './queries.ts';
import { chooseNew } from './rules.ts';

/** Saves phones for a person; returns how many of them exist and weren't saved before. */
export function savePhones({ db, clock }: Pick<Services, 'db' | 'clock'>, userId: string, ids: string[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const added = chooseNew(ids, await findSavedIds(tx, userId));
    return added.length === 0 ? 0 : insertSaved(tx, userId, added, clock.now());
  });
}
