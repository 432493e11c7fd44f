import { HOURS_TO } from '#contract/fulfillment.ts';
import type { OrderSide } from '#contract/orders.ts';
import { hours } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { findUser, markUserRemoved, markUserRestored } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { lockListings } from '../listings/index.ts';
import { type EmailMessage, postMails } from '../mail/index.ts';
import { endMeetings, otherSide } from '../meetings/index.ts';
import { buyerOf, notify, type Words } from '../notifications/index.ts';
import { type Actor, extendDeadline, sideOf } from '../orders/index.ts';
import { endUnpaidOrdersOfBuyer, findSellerOf } from '../payments/index.ts';
import { endWaits } from '../payouts/index.ts';
import { removeListingsOf, restoreListingsOf, toRestoreDeed, WITH_SELLER } from './commands.ts';
import { personRemovedEmail, personRestoredEmail } from './messages.ts';
import { partnerRemoved, partnerRestored } from './partner-messages.ts';
import { findRunningOrders, findUnfinished, findWanted } from './queries.ts';

/** Removes a person with their unsold listings and unpaid orders, and calls off their meetings to come; returns whether they changed. */
export function removePerson(db: Db, userId: string, { by, now }: { by: Actor; now: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The person's own row first, so that a sale undone at the same moment sees that they are gone.
    if (!(await markUserRemoved(tx, userId, now))) return false;
    await lockTrades(tx, userId);
    for (const order of await findRunningOrders(tx, userId)) await endMeetings(tx, order, { by, now });
    await removeListingsOf(tx, userId, { by, now });
    await endUnpaidOrdersOfBuyer(tx, userId, { reason: 'buyer_removed', by, now });
    await endWaits(tx, userId, { isForgotten: true, now });
    await writeAudit(tx, { act: 'person_removed', subject: { kind: 'user', id: userId }, before: { removed: false }, after: { removed: true }, by, now });
    await mail(tx, userId, personRemovedEmail, now);
    for (const order of await findRunningOrders(tx, userId)) {
      const other = otherSide(sideOf(order, userId));
      if (!isGone(order, other)) await inform(tx, order, other, { words: partnerRemoved(order, other), now });
    }
    return true;
  });
}

/** Locks all listings that a person trades in with others before anything of theirs is changed, so that two who trade with each other can leave at once. */
export async function lockTrades(tx: Db, userId: string): Promise<void> {
  const running = await findRunningOrders(tx, userId);
  await lockListings(tx, [...running.map(({ listing_id }) => listing_id), ...(await findUnfinished(tx, userId)), ...(await findWanted(tx, userId))]);
}

type RunningOrder = Awaited<ReturnType<typeof findRunningOrders>>[number];

const isGone = (order: RunningOrder, side: OrderSide): boolean => order[`${side}_removed_at`] !== null;

async function inform(tx: Db, order: RunningOrder, to: OrderSide, { words, now }: { words: Words; now: number }): Promise<void> {
  await notify(tx, [{ recipient: to === 'buyer' ? buyerOf(order) : await findSellerOf(tx, order), words }], now);
}

async function mail(tx: Db, userId: string, toEmail: (userId: string) => EmailMessage, now: number): Promise<void> {
  const person = await findUser(tx, userId);
  if (person) await postMails(tx, [{ to: person.email, content: toEmail(userId) }], now);
}

/** Restores a person and the listings that were removed with them, as far as their phones are free; returns whether they changed. */
export function restorePerson(db: Db, userId: string, { by, now }: { by: Actor; now: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // First, so that nobody's listings come back who is being erased at this moment.
    if (!(await markUserRestored(tx, userId))) return false;
    const { restored, removed } = await restoreListingsOf(tx, userId, { reason: WITH_SELLER, by, now });
    await writeAudit(tx, [
      ...restored.map((id) => toRestoreDeed(id, now)),
      { act: 'person_restored', subject: { kind: 'user', id: userId }, before: { removed: true }, after: { removed: false }, now },
    ]);
    await mail(tx, userId, (person) => personRestoredEmail(person, { removed }), now);
    await resumeOrdersOf(tx, userId, now);
    await endWaits(tx, userId, { isForgotten: true, now });
    return true;
  });
}

/**
 * Gives a restored person's paid orders a day at least, and as long as a new order where a meeting is to be arranged. Tells the other sides, or the
 * restored person where the other side is gone.
 */
async function resumeOrdersOf(tx: Db, userId: string, now: number): Promise<void> {
  for (const { id, state } of await findRunningOrders(tx, userId)) {
    const hoursLeft = state === 'to_arrange' ? HOURS_TO.meet : HOURS_TO.confirm;
    await extendDeadline(tx, id, now + hours(hoursLeft));
  }
  for (const order of await findRunningOrders(tx, userId)) {
    const own = sideOf(order, userId);
    const other = otherSide(own);
    if (isGone(order, other)) await inform(tx, order, own, { words: partnerRemoved(order, own), now });
    else await inform(tx, order, other, { words: partnerRestored(order, other), now });
  }
}
