import type { Db } from '../../db/tables.ts';
import { findUser, markUserRemoved, markUserRestored } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { type EmailMessage, personRemovedEmail, personRestoredEmail, postMails } from '../mail/index.ts';
import type { Actor } from '../orders/index.ts';
import { endUnpaidOrdersOfBuyer } from '../payments/index.ts';
import { removeListingsOf, restoreListingsOf } from './queries.ts';

const write = async (tx: Db, userId: string, toEmail: (userId: string) => EmailMessage, now: number): Promise<void> => {
  const person = await findUser(tx, userId);
  if (person) await postMails(tx, [{ to: person.email, content: toEmail(userId) }], now);
};

/** Removes a person, what they have on sale and what they have not paid yet, all or nothing; how many people changed. */
export const removePerson = (db: Db, userId: string, { by, now }: { by: Actor; now: number }): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // Their own row first: a sale that is undone at this moment sees that they are gone.
    const removed = await markUserRemoved(tx, userId, now);
    await removeListingsOf(tx, userId, { by, now });
    await endUnpaidOrdersOfBuyer(tx, userId, { reason: 'buyer_removed', by, now });
    if (removed > 0) {
      await writeAudit(tx, { act: 'person_removed', subject: { kind: 'user', id: userId }, before: { removed: false }, after: { removed: true }, by, now });
      await write(tx, userId, personRemovedEmail, now);
    }
    return removed;
  });

/** Brings a person back, with the listings that left with them; how many people changed. */
export const restorePerson = (db: Db, userId: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await restoreListingsOf(tx, userId, now);
    const restored = await markUserRestored(tx, userId);
    if (restored > 0) {
      await writeAudit(tx, { act: 'person_restored', subject: { kind: 'user', id: userId }, before: { removed: true }, after: { removed: false }, now });
      await write(tx, userId, personRestoredEmail, now);
    }
    return restored;
  });
