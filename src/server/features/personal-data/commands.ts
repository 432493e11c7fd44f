import { ConflictError } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { markUserRemoved } from '../accounts/index.ts';
import { forgetWordsAbout, writeAudit } from '../audit/index.ts';
import type { Actor } from '../orders/index.ts';
import { endUnpaidOrdersOfBuyer } from '../payments/index.ts';
import { removeListingsOf } from '../removals/index.ts';
import { erasePerson } from './erase-commands.ts';
import { countOpenBusiness, endErasure, findDueErasures, isRegistered, postponeErasure } from './queries.ts';
import { requireNothingOpen } from './rules.ts';

const RETRY_MS = 300_000;

type Needs = Pick<Services, 'db' | 'clock' | 'identity' | 'images'>;

/**
 * Deletes an account permanently: removes its listings, cancels its unpaid orders and ends its sessions. What accounting needs stays without a name.
 * Throws `ConflictError` while money or a phone is on its way, and when the account was deleted already.
 */
export async function eraseAccount(needs: Needs, person: Viewer, onTrouble: (error: unknown) => void): Promise<number> {
  const { db, clock, images, identity } = needs;
  const now = clock.now();
  const by: Actor = { role: person.role, id: person.userId };
  const { userId: id, email, name } = person;
  const erased = await db.transaction().execute(async (tx) => {
    // The person's own row first, so that a sale undone at the same moment sees that they are gone.
    if (!(await markUserRemoved(tx, id, now))) return 0;
    requireNothingOpen(await countOpenBusiness(tx, { id, email }));
    await removeListingsOf(tx, id, { by, now });
    await endUnpaidOrdersOfBuyer(tx, id, { reason: 'buyer_removed', by, now });
    // Before the reports and orders lose their owners.
    const forgotten = await forgetWordsAbout(tx, id);
    await erasePerson(tx, { person: { id, email, name }, pictures: images, now });
    await writeAudit(tx, { act: 'account_erased', subject: { kind: 'user', id }, before: { role: person.role }, ...forgotten, by, now });
    return 1;
  });
  if (erased === 0) throw new ConflictError('conflict', 'This account was already deleted.');
  await identity.endSessions(email).catch(onTrouble);
  await forgetErased(needs, onTrouble);
  return erased;
}

/** Asks the identity service to delete people who deleted their accounts. Retries later if it is down; skips addresses that were registered again. */
export async function forgetErased({ db, clock, identity }: Needs, onTrouble: (error: unknown) => void): Promise<void> {
  for (const { user_id, email } of await findDueErasures(db, clock.now())) {
    await nextTurn();
    try {
      if (!(await isRegistered(db, email))) await identity.forget(email);
      await endErasure(db, user_id);
    } catch (error) {
      onTrouble(error);
      await postponeErasure(db, user_id, clock.now() + RETRY_MS);
    }
  }
}
