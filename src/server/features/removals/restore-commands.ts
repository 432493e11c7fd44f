import type { Db } from '../../db/tables.ts';
import { findUser, lockUser } from '../accounts/index.ts';
import { endRemovals } from '../decisions/index.ts';
import type { Actor } from '../orders/index.ts';
import { assessListingsOf } from '../risk/index.ts';
import { putBack } from './commands.ts';
import { restorePerson } from './people-commands.ts';
import { findRemovedListing } from './queries.ts';
import { requireSellerActive } from './rules.ts';

export type RestoreOutcome = { outcome: 'restored' } | { outcome: 'unchanged' } | { outcome: 'missing' };

/** Restores a listing or person by id; `missing` when nothing with this id was removed after `since`. */
export async function restore(db: Db, id: string, { since, by, now }: { since: number; by: Actor; now: number }): Promise<RestoreOutcome> {
  const listing = await findRemovedListing(db, id, since);
  if (listing) return toOutcome(await restoreListing(db, listing, now));
  const user = await findUser(db, id);
  if (!user || user.removed_at === null || user.removed_at < since || user.erased_at !== null) return { outcome: 'missing' };
  return toOutcome(await restorePerson(db, id, { by, now }));
}

function toOutcome(isRestored: boolean): RestoreOutcome {
  return { outcome: isRestored ? 'restored' : 'unchanged' };
}

/** Restores a listing and marks the decision that removed it as undone. Throws 409 when its seller was removed or is suspended. */
function restoreListing(db: Db, { id, seller_id, model_name }: { id: string; seller_id: string; model_name: string }, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    requireSellerActive(await lockUser(tx, seller_id));
    const isRestored = await putBack(tx, id, { now });
    if (!isRestored) return false;
    await endRemovals(tx, { id, model_name }, now);
    await assessListingsOf(tx, seller_id, now);
    return true;
  });
}
