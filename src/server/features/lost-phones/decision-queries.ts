import { SALE_NOTIFICATION_DAYS } from '#contract/lost-phones.ts';
import { noteListing } from '../../db/changes.ts';
import { isInRegister, lockKnownPhones } from '../../db/phones.ts';
import type { LostPhonesTable } from '../../db/tables/lost-phones.ts';
import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { findAdmins } from '../imei/index.ts';
import { takeOff } from '../moderation/index.ts';
import { boughtPhoneLost, lostPhoneAccepted, lostPhoneFound, lostPhoneRefused, notify, soldPhoneLost } from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';

const DAY_MS = 86_400_000;

type Report = Pick<LostPhonesTable, 'id' | 'imei_hash' | 'last4' | 'reporter_id'>;
type Deciding = { decision: 'accepted' | 'refused'; reason: string; by: Actor; now: number };

/** How many listings were taken off the shop, and how many recent sales there are. */
export type Found = { held: number; sales: number };

const NOTHING: Found = { held: 0, sales: 0 };

/** Takes what is on sale of a phone off the shop; the names of what was. One that is sold at this moment is no longer on sale. */
const suspendListings = async (tx: Db, hash: string, { by, now }: Pick<Deciding, 'by' | 'now'>): Promise<string[]> => {
  const live = await tx
    .selectFrom('listings')
    .select(['id', 'model_name'])
    .where('imei_hash', '=', hash)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .execute();
  const held: string[] = [];
  for (const { id, model_name } of live) if ((await takeOff(tx, id, { reason: 'reported_lost', by, now })) > 0) held.push(model_name);
  return held;
};

/** Tells buyers and sellers of a phone that was sold here lately; the names of what was. */
const notifyOfSales = async (tx: Db, hash: string, now: number): Promise<string[]> => {
  const sales = await tx
    .selectFrom('listings')
    .innerJoin('orders', 'orders.listing_id', 'listings.id')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.model_name', 'listings.seller_id', 'users.email as seller_email', 'orders.id', 'orders.product_name', 'orders.buyer_id', 'orders.email'])
    .where('listings.imei_hash', '=', hash)
    .where('listings.sold_at', '>=', now - SALE_NOTIFICATION_DAYS * DAY_MS)
    .where('orders.state', '=', 'paid')
    .execute();
  const notified = sales.flatMap((sale) => [
    { recipient: { userId: sale.buyer_id, email: sale.email }, words: boughtPhoneLost(sale) },
    { recipient: { userId: sale.seller_id, email: sale.seller_email }, words: soldPhoneLost(sale) },
  ]);
  if (notified.length > 0) await notify(tx, notified, now);
  return sales.map(({ model_name }) => model_name);
};

/** Says on a phone's listings whether it is known here as not lost. */
const markListings = async (tx: Db, hash: string, checkedAt: number | null, now: number): Promise<void> => {
  const changed = await tx.updateTable('listings').set({ imei_checked_at: checkedAt }).where('imei_hash', '=', hash).returning('id').execute();
  for (const { id } of changed) await noteListing(tx, id, now);
};

const takeIntoRegister = async (tx: Db, report: Report, { by, now }: Deciding): Promise<Found> => {
  const hash = report.imei_hash;
  const held = await suspendListings(tx, hash, { by, now });
  const sales = await notifyOfSales(tx, hash, now);
  await markListings(tx, hash, null, now);
  if (held.length + sales.length > 0) {
    const admins = await findAdmins(tx);
    await notify(
      tx,
      admins.map((recipient) => ({ recipient, words: lostPhoneFound(report, { held, sales }) })),
      now,
    );
  }
  return { held: held.length, sales: sales.length };
};

const leaveRegister = async (tx: Db, { imei_hash }: Report, now: number): Promise<void> => {
  if (!(await isInRegister(tx, imei_hash))) await markListings(tx, imei_hash, now, now);
};

/**
 * Decides about a report, also once more, in one transaction with all that follows: an accepted phone's listings leave the shop, and whoever bought or sold
 * it lately, the admins and the reporter are told. Null when that was decided already, or the report was withdrawn.
 */
export const decideReport = (db: Db, report: Report, deciding: Deciding): Promise<Found | null> =>
  db.transaction().execute(async (tx) => {
    const { decision, reason, by, now } = deciding;
    await lockKnownPhones(tx, [report.imei_hash]);
    const { numUpdatedRows } = await tx
      .updateTable('lost_phones')
      .set({ state: decision, reason, decided_by: by.id, decided_at: now })
      .where('id', '=', report.id)
      .where('state', 'in', decision === 'accepted' ? ['open', 'refused'] : ['open', 'accepted'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const act = decision === 'accepted' ? 'lost_phone_accepted' : 'lost_phone_refused';
    await writeAudit(tx, { act, subject: { kind: 'lost_phone', id: report.id }, after: { state: decision, reason }, by, now });
    const { email } = await tx.selectFrom('users').select('email').where('id', '=', report.reporter_id).executeTakeFirstOrThrow();
    const words = decision === 'accepted' ? lostPhoneAccepted(report, reason) : lostPhoneRefused(report, reason);
    await notify(tx, [{ recipient: { userId: report.reporter_id, email }, words }], now);
    if (decision === 'accepted') return takeIntoRegister(tx, report, deciding);
    await leaveRegister(tx, report, now);
    return NOTHING;
  });

/** Takes a report back for whoever made it; how many changed. What was taken off the shop meanwhile an admin may bring back. */
export const withdrawReport = (db: Db, report: Report, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await lockKnownPhones(tx, [report.imei_hash]);
    const { numUpdatedRows } = await tx
      .updateTable('lost_phones')
      .set({ state: 'withdrawn', decided_at: now })
      .where('id', '=', report.id)
      .where('state', 'in', ['open', 'accepted'])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await leaveRegister(tx, report, now);
      await writeAudit(tx, { act: 'lost_phone_withdrawn', subject: { kind: 'lost_phone', id: report.id }, after: { state: 'withdrawn' }, now });
    }
    return Number(numUpdatedRows);
  });
