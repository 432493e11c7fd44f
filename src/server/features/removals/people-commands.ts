import type { OrderSide } from '#contract/orders.ts';
import { noteSeller } from '../../db/changes.ts';
import { lockKnownPhones } from '../../db/phones.ts';
import type { Db } from '../../db/tables.ts';
import { findUser, markUserRemoved, markUserRestored } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { findRemovedOf, markRestoredOf } from '../listings/index.ts';
import { type EmailMessage, postMails } from '../mail/index.ts';
import { endMeetings } from '../meetings/index.ts';
import { buyerOf, notify, type Words } from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';
import { endUnpaidOrdersOfBuyer, findSellerOf } from '../payments/index.ts';
import { removeListingsOf, toRestoreDeed, WITH_SELLER } from './commands.ts';
import { personRemovedEmail, personRestoredEmail } from './messages.ts';
import { type PartnerOrder, partnerRemoved, partnerRestored } from './partner-messages.ts';
import { findRunningOrders } from './queries.ts';

/** Removes a person with their unsold listings and unpaid orders; returns whether they changed. */
export function removePerson(db: Db, userId: string, { by, now }: { by: Actor; now: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The person's own row first, so that a sale undone at the same moment sees that they are gone.
    const isRemoved = await markUserRemoved(tx, userId, now);
    await removeListingsOf(tx, userId, { by, now });
    await endUnpaidOrdersOfBuyer(tx, userId, { reason: 'buyer_removed', by, now });
    if (isRemoved) {
      await writeAudit(tx, { act: 'person_removed', subject: { kind: 'user', id: userId }, before: { removed: false }, after: { removed: true }, by, now });
      await mail(tx, userId, personRemovedEmail, now);
      for (const order of await findRunningOrders(tx, userId)) await endMeetings(tx, order, { by, now });
      await notifyPartners(tx, userId, partnerRemoved, now);
    }
    return isRemoved;
  });
}

/** Tells the other sides of the person's paid orders what happens to those now. */
async function notifyPartners(tx: Db, userId: string, toWords: (order: PartnerOrder, to: OrderSide) => Words, now: number): Promise<void> {
  const notifications = [];
  for (const order of await findRunningOrders(tx, userId)) {
    const to = order.buyer_id === userId ? 'seller' : 'buyer';
    notifications.push({ recipient: to === 'buyer' ? buyerOf(order) : await findSellerOf(tx, order), words: toWords(order, to) });
  }
  await notify(tx, notifications, now);
}

async function mail(tx: Db, userId: string, toEmail: (userId: string) => EmailMessage, now: number): Promise<void> {
  const person = await findUser(tx, userId);
  if (person) await postMails(tx, [{ to: person.email, content: toEmail(userId) }], now);
}

/** Restores a person and the listings that were removed with them; returns whether they changed. */
export function restorePerson(db: Db, userId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // First, so that nobody's listings come back who is being erased at this moment.
    if (!(await markUserRestored(tx, userId))) return false;
    await restoreListingsOf(tx, userId, now);
    await writeAudit(tx, { act: 'person_restored', subject: { kind: 'user', id: userId }, before: { removed: true }, after: { removed: false }, now });
    await mail(tx, userId, personRestoredEmail, now);
    await notifyPartners(tx, userId, partnerRestored, now);
    return true;
  });
}

/** Restores the listings that were removed with their seller, except phones that have been listed again or reported lost since. */
async function restoreListingsOf(tx: Db, sellerId: string, now: number): Promise<void> {
  const removed = await findRemovedOf(tx, sellerId, [WITH_SELLER]);
  await lockKnownPhones(
    tx,
    removed.flatMap(({ imei_hash }) => imei_hash ?? []),
  );
  const restored = await markRestoredOf(tx, sellerId, WITH_SELLER);
  await writeAudit(
    tx,
    restored.map((id) => toRestoreDeed(id, now)),
  );
  await noteSeller(tx, sellerId, now);
}
