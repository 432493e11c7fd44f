import type { Db } from '../../db/tables.ts';
import { markUserRemoved, markUserRestored } from '../accounts/index.ts';
import { endUnpaidOrdersOfBuyer } from '../orders/index.ts';
import { removeListingsOf, restoreListingsOf } from './queries.ts';

/** Removes a person, what they have on sale and what they have not paid yet, all or nothing; how many people changed. */
export const removePerson = (db: Db, userId: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await removeListingsOf(tx, userId, now);
    await endUnpaidOrdersOfBuyer(tx, userId, now);
    return markUserRemoved(tx, userId, now);
  });

/** Brings a person back, with the listings that left with them; how many people changed. */
export const restorePerson = (db: Db, userId: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await restoreListingsOf(tx, userId);
    return markUserRestored(tx, userId);
  });
