import { noteListing } from '../../db/changes.ts';
import { isInRegister, lockKnownPhones } from '../../db/phones.ts';
import type { LostPhonesTable } from '../../db/tables/lost-phones.ts';
import type { Db } from '../../db/tables.ts';
import { findRecipients, notifyAdmins } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { markImeiChecked } from '../listings/index.ts';
import { notify } from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';
import { noteRegister } from '../passports/index.ts';
import { takeOff } from '../removals/index.ts';
import { boughtPhoneLost, lostPhoneAccepted, lostPhoneFound, lostPhoneRefused, soldPhoneLost } from './messages.ts';
import { findActiveReport, findRecentSales, findUnsoldListings, markDecided, markWithdrawn } from './queries.ts';
import { requireNoLaterReport } from './rules.ts';

type Report = Pick<LostPhonesTable, 'id' | 'imei_hash' | 'last4' | 'reporter_id'>;
type Deciding = { decision: 'accepted' | 'refused'; reason: string; by: Actor; now: number };

/** `removed`: how many listings were removed; `sales`: how many recent sales there are. */
export type DecideOutcome = { outcome: 'decided'; removed: number; sales: number } | { outcome: 'unchanged' };

/**
 * Decides a report, even if it was decided before, with all consequences: an accepted phone's listings are removed, and recent buyers and sellers,
 * the admins and the reporter are notified. `unchanged`: that was the decision already, or the report was withdrawn. Throws 409 for accepting one when its
 * reporter has reported the phone again since.
 */
export function decideReport(db: Db, report: Report, deciding: Deciding): Promise<DecideOutcome> {
  return db.transaction().execute(async (tx) => {
    const { decision, reason, by, now } = deciding;
    await lockKnownPhones(tx, [report.imei_hash]);
    if (decision === 'accepted') requireNoLaterReport(report, await findActiveReport(tx, report.reporter_id, report.imei_hash));
    if (!(await markDecided(tx, report.id, deciding))) return { outcome: 'unchanged' };
    const act = decision === 'accepted' ? 'lost_phone_accepted' : 'lost_phone_refused';
    await writeAudit(tx, { act, subject: { kind: 'lost_phone', id: report.id }, after: { state: decision, reason }, by, now });
    await notifyReporter(tx, report, deciding);
    if (decision === 'accepted') return { outcome: 'decided', ...(await enterRegister(tx, report, deciding)) };
    await leaveRegister(tx, report, now);
    return { outcome: 'decided', removed: 0, sales: 0 };
  });
}

async function notifyReporter(tx: Db, report: Report, { decision, reason, now }: Deciding): Promise<void> {
  const words = decision === 'accepted' ? lostPhoneAccepted(report, reason) : lostPhoneRefused(report, reason);
  const recipients = await findRecipients(tx, [report.reporter_id]);
  await notify(
    tx,
    recipients.map((recipient) => ({ recipient, words })),
    now,
  );
}

async function enterRegister(tx: Db, report: Report, { by, now }: Deciding): Promise<{ removed: number; sales: number }> {
  const hash = report.imei_hash;
  const removed = await removeListings(tx, hash, { by, now });
  const sales = await notifyOfSales(tx, hash, now);
  await setChecked(tx, hash, null, now);
  await noteRegister(tx, hash, 'lost', now);
  if (removed.length + sales.length > 0) await notifyAdmins(tx, lostPhoneFound(report, { held: removed, sales }), now);
  return { removed: removed.length, sales: sales.length };
}

/** Removes a phone's listings; returns their names. One that is just being sold is not on sale. */
async function removeListings(tx: Db, hash: string, { by, now }: Pick<Deciding, 'by' | 'now'>): Promise<string[]> {
  const removed: string[] = [];
  for (const { id, model_name } of await findUnsoldListings(tx, hash))
    if (await takeOff(tx, id, { reason: 'reported_lost', by, now })) removed.push(model_name);
  return removed;
}

/** Notifies recent buyers and sellers of a phone; returns the names it was sold under. */
async function notifyOfSales(tx: Db, hash: string, now: number): Promise<string[]> {
  const sales = await findRecentSales(tx, hash, now);
  await notify(
    tx,
    sales.flatMap((sale) => [
      { recipient: { userId: sale.buyer_id, email: sale.email }, words: boughtPhoneLost(sale) },
      { recipient: { userId: sale.seller_id, email: sale.seller_email }, words: soldPhoneLost(sale) },
    ]),
    now,
  );
  return sales.map(({ model_name }) => model_name);
}

async function setChecked(tx: Db, hash: string, checkedAt: number | null, now: number): Promise<void> {
  for (const id of await markImeiChecked(tx, hash, checkedAt)) await noteListing(tx, id, now);
}

async function leaveRegister(tx: Db, { imei_hash }: Report, now: number): Promise<void> {
  if (await isInRegister(tx, imei_hash)) return;
  await setChecked(tx, imei_hash, now, now);
  await noteRegister(tx, imei_hash, 'found', now);
}

/** Withdraws a report for its reporter; returns whether it changed. Removed listings stay removed until an admin restores them. */
export function withdrawReport(db: Db, report: Report, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockKnownPhones(tx, [report.imei_hash]);
    if (!(await markWithdrawn(tx, report.id, now))) return false;
    await leaveRegister(tx, report, now);
    await writeAudit(tx, { act: 'lost_phone_withdrawn', subject: { kind: 'lost_phone', id: report.id }, after: { state: 'withdrawn' }, now });
    return true;
  });
}
