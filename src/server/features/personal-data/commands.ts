import type { Role } from '#contract/accounts/accounts.ts';
import { RESTORE_DAYS } from '#contract/removals.ts';
import { days } from '#contract/shared/durations.ts';
import { noteSeller } from '../../db/changes.ts';
import type { Cursor, PageOf } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { lockUser, markUserRemoved } from '../accounts/index.ts';
import { forgetWordsAbout, writeAudit } from '../audit/index.ts';
import { lockListingsOf } from '../listings/index.ts';
import { type Actor, SHOP } from '../orders/index.ts';
import { endUnpaidOrdersOfBuyer } from '../payments/index.ts';
import { lockTrades, removeListingsOf } from '../removals/index.ts';
import { erasePerson } from './erase-commands.ts';
import type { Erasing } from './erase-listings.ts';
import { countOpenBusiness, endErasure, findDueErasures, findRemovedUntil, isRegistered, postponeErasure } from './queries.ts';
import { hasOpenBusiness, requireNothingOpen } from './rules.ts';
import type { Person } from './stored-data.ts';

const RETRY_MS = 300_000;
const BATCH = 50;

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
  const isErased = await db.transaction().execute(async (tx) => {
    // The person's own row first, so that a sale undone at the same moment sees that they are gone.
    if (!(await markUserRemoved(tx, id, now))) return false;
    await lockTrades(tx, id);
    await lockListingsOf(tx, id);
    requireNothingOpen(await countOpenBusiness(tx, { id, email }));
    await removeListingsOf(tx, id, { by, now });
    await endUnpaidOrdersOfBuyer(tx, id, { reason: 'buyer_removed', by, now });
    await erase(tx, { id, email, name, role: person.role }, { pictures: images, by, now });
    return true;
  });
  if (!isErased) throw new ConflictError('conflict', 'This account was already deleted.');
  await identity.endSessions(email).catch(onTrouble);
  await forgetErased(needs, onTrouble);
  return 1;
}

/** Erases people whom an admin removed, once the time to restore them is over. Those with money or a phone on its way stay until that is settled. */
export async function eraseRemoved(needs: Pick<Needs, 'db' | 'clock' | 'images'>, onTrouble: (error: unknown) => void): Promise<void> {
  const { db, clock } = needs;
  const until = clock.now() - days(RESTORE_DAYS);
  let after: Cursor | null = null;
  do {
    const page: PageOf<Cursor> = await findRemovedUntil(db, until, { limit: BATCH, after });
    for (const { id } of page.items) {
      await nextTurn();
      // One who can't be erased must not keep the others.
      await eraseIfDue(needs, id, until).catch(onTrouble);
    }
    after = page.next;
  } while (after);
}

/** Erases a person who was removed before then, unless they have been restored since, or something of theirs isn't settled. */
function eraseIfDue({ db, clock, images }: Pick<Needs, 'db' | 'clock' | 'images'>, id: string, until: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const person = await lockUser(tx, id);
    if (!person || person.removed_at === null || person.removed_at >= until || person.erased_at !== null) return;
    await lockListingsOf(tx, id);
    if (hasOpenBusiness(await countOpenBusiness(tx, person))) return;
    const now = clock.now();
    await erase(tx, person, { pictures: images, by: SHOP, now });
    await noteSeller(tx, id, now);
  });
}

type Erased = Person & { name: string; role: Role };

/** Erases a removed person, and writes that down. */
async function erase(tx: Db, { id, email, name, role }: Erased, { pictures, by, now }: Omit<Erasing, 'person'> & { by: Actor }): Promise<void> {
  // Before the reports and orders lose their owners.
  const forgotten = await forgetWordsAbout(tx, id);
  await erasePerson(tx, { person: { id, email, name }, pictures, now });
  await writeAudit(tx, { act: 'account_erased', subject: { kind: 'user', id }, before: { role }, ...forgotten, by, now });
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
