import { noteSeller } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { notify, type Words } from '../notifications/index.ts';
import { sellerUnverified, sellerVerified } from './messages.ts';
import { findAdmins, findUserByEmail, insertUserRow, markSelling, type NewUser, setAdmin, setIdentity, setVerified } from './queries.ts';

/** Notifies all admins of the same, within a transaction. */
export async function notifyAdmins(tx: Db, words: Words, now: number): Promise<void> {
  const admins = await findAdmins(tx);
  await notify(
    tx,
    admins.map((recipient) => ({ recipient, words })),
    now,
  );
}

export type RegisterOutcome = { outcome: 'registered'; id: string } | { outcome: 'taken' };

/** Registers a person, unless the address is registered already. */
export function registerUser(db: Db, user: NewUser, now: number): Promise<RegisterOutcome> {
  return db.transaction().execute(async (tx) => {
    const id = await insertUserRow(tx, user, now);
    if (id === null) return { outcome: 'taken' };
    const act = user.role === 'admin' ? 'admin_made' : 'person_registered';
    await writeAudit(tx, { act, subject: { kind: 'user', id }, after: { role: user.role }, now });
    return { outcome: 'registered', id };
  });
}

/** Assigns an account to the identity that proved its address. */
export function assignToIdentity(db: Db, userId: string, subject: string, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await setIdentity(tx, userId, subject);
    await writeAudit(tx, { act: 'account_given', subject: { kind: 'user', id: userId }, after: { service: subject.split(':')[0] ?? '' }, now });
  });
}

/**
 * Makes a registered person an admin; returns false when nobody has this address. With null as `subject`, the identity that verifies the address gets
 * the account.
 */
export function promoteToAdmin(db: Db, email: string, subject: string | null, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const before = await findUserByEmail(tx, email);
    if (!before) return false;
    await setAdmin(tx, before.id, subject);
    await writeAudit(tx, {
      act: 'admin_made',
      subject: { kind: 'user', id: before.id },
      before: { role: before.role, removed: before.removed_at !== null },
      after: { role: 'admin', removed: false },
      now,
    });
    return true;
  });
}

/** Makes a buyer a seller, who keeps their purchases; returns whether they changed. */
export function startSelling(db: Db, userId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await markSelling(tx, userId, now))) return false;
    const by = { role: 'buyer', id: userId } as const;
    await writeAudit(tx, { act: 'selling_started', subject: { kind: 'user', id: userId }, before: { role: 'buyer' }, after: { role: 'seller' }, by, now });
    return true;
  });
}

/** Verifies a seller and notifies them; returns whether they changed. */
export function verifySeller(db: Db, sellerId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const email = await setVerified(tx, sellerId, now);
    if (email === undefined) return false;
    await noteSeller(tx, sellerId, now);
    await writeAudit(tx, { act: 'seller_verified', subject: { kind: 'user', id: sellerId }, before: { verified: false }, after: { verified: true }, now });
    await notify(tx, [{ recipient: { userId: sellerId, email }, words: sellerVerified() }], now);
    return true;
  });
}

/** Takes a seller's verification back and sends them the reason; returns whether they changed. */
export function unverifySeller(db: Db, sellerId: string, { reason, now }: { reason: string; now: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const email = await setVerified(tx, sellerId, null);
    if (email === undefined) return false;
    await noteSeller(tx, sellerId, now);
    const after = { verified: false, reason };
    await writeAudit(tx, { act: 'seller_unverified', subject: { kind: 'user', id: sellerId }, before: { verified: true }, after, now });
    await notify(tx, [{ recipient: { userId: sellerId, email }, words: sellerUnverified(reason) }], now);
    return true;
  });
}
