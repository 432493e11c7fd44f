import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { lockCaller } from '../accounts/index.ts';
import { deleteSubscriptions, findSubscriptions, forgetWaiting, type NewSubscription, saveSubscription } from './queries.ts';
import { requireRoom } from './rules.ts';

/** A person's devices. Those whose session is over are removed. */
export async function findDevices({ db, identity, clock }: Pick<Services, 'db' | 'identity' | 'clock'>, userId: string) {
  const found = await findSubscriptions(db, userId);
  const now = clock.now();
  const alive = await Promise.all(found.map(({ session_id }) => identity.isLoggedIn(session_id, now)));
  await deleteSubscriptions(
    db,
    found.filter((_, index) => !alive[index]).map(({ id }) => id),
  );
  return found.filter((_, index) => alive[index]);
}

/** Adds a browser to a person's devices, or renews it; throws when they have too many. Returns its id. */
export function addDevice(db: Db, subscription: NewSubscription): Promise<string> {
  const { userId, endpoint } = subscription;
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, userId);
    const others = (await findSubscriptions(tx, userId)).filter((one) => one.endpoint !== endpoint);
    requireRoom(others.length);
    await forgetWaiting(tx, endpoint, userId);
    return saveSubscription(tx, subscription);
  });
}

/** Removes a device of the person's; false when it isn't theirs. */
export function removeDevice(db: Db, userId: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const own = (await findSubscriptions(tx, userId)).some((one) => one.id === id);
    return own && (await deleteSubscriptions(tx, [id])) > 0;
  });
}
