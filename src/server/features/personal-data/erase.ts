import { ConflictError } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import type { Services } from '../../services.ts';
import { markUserRemoved } from '../accounts/index.ts';
import { forgetWordsAbout, writeAudit } from '../audit/index.ts';
import { removeListingsOf } from '../moderation/index.ts';
import type { Actor } from '../orders/index.ts';
import { endUnpaidOrdersOfBuyer } from '../payments/index.ts';
import { countOpenBusiness, endErasure, erasePerson, findDueErasures, HANDOVER_DAYS, isRegistered, postponeErasure } from './erasing-queries.ts';
import { requireNothingOpen } from './rules.ts';

const RETRY_MS = 300_000;

type Needs = Pick<Services, 'db' | 'clock' | 'identity' | 'images'>;

/** Asks the identity service to forget whoever left. A service that is away is asked again later; an address that is somebody's again is left alone. */
export const forgetErased = async ({ db, clock, identity }: Needs, onTrouble: (error: unknown) => void): Promise<void> => {
  for (const { user_id, email } of await findDueErasures(db, clock.now())) {
    try {
      if (!(await isRegistered(db, email))) await identity.forget(email);
      await endErasure(db, user_id);
    } catch (error) {
      onTrouble(error);
      await postponeErasure(db, user_id, clock.now() + RETRY_MS);
    }
  }
};

/**
 * Takes somebody off the shop for good: what they offer goes, their unpaid bookings end, their sign-ins end, and what the books need stays
 * without their name. Answers how many accounts went: 0 at a second press. Throws `Conflict` while money or a phone is on its way.
 */
export const eraseAccount = async (needs: Needs, person: Viewer, onTrouble: (error: unknown) => void): Promise<number> => {
  const { db, clock, images, identity } = needs;
  const now = clock.now();
  const by: Actor = { role: person.role, id: person.userId };
  const { userId: id, email, name } = person;
  const erased = await db.transaction().execute(async (tx) => {
    // Their own row first: a sale that is undone at this moment sees that they are gone.
    if ((await markUserRemoved(tx, id, now)) === 0) return 0;
    requireNothingOpen(await countOpenBusiness(tx, { id, email }, now), HANDOVER_DAYS);
    await removeListingsOf(tx, id, { by, now });
    await endUnpaidOrdersOfBuyer(tx, id, { reason: 'buyer_removed', by, now });
    // Before the reports and orders lose whose they are.
    const forgotten = await forgetWordsAbout(tx, id);
    await erasePerson(tx, { person: { id, email, name }, pictures: images, now });
    await writeAudit(tx, { act: 'account_erased', subject: { kind: 'user', id }, before: { role: person.role }, ...forgotten, by, now });
    return 1;
  });
  if (erased === 0) throw new ConflictError('conflict', 'This account is gone already.');
  await identity.endSessions(email).catch(onTrouble);
  await forgetErased(needs, onTrouble);
  return erased;
};
