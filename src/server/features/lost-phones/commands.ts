import { MAX_OPEN_REPORTS } from '#contract/lost-phones.ts';
import type { PicturePlace } from '#contract/shared/image-sizes.ts';
import { lockPhone, type PhoneKey } from '../../db/phones.ts';
import type { Db } from '../../db/tables.ts';
import { lockCaller } from '../accounts/index.ts';
import { markImagesUsed } from '../images/index.ts';
import { notify, type Recipient } from '../notifications/index.ts';
import { lostPhoneDisputed } from './messages.ts';
import { findActiveReport, findOpenReports, findOtherReporters, insertReport, type NewReport } from './queries.ts';

export type Reporting = { reporter: Recipient; images: PicturePlace; now: number };

export type ReportOutcome = { outcome: 'reported'; id: string } | { outcome: 'already_reported' } | { outcome: 'too_many' };

/** Reports a phone lost. `already_reported`: this person has an active report of it. `too_many`: they have `MAX_OPEN_REPORTS` undecided reports. */
export function reportLostPhone(db: Db, phone: PhoneKey, report: NewReport, { reporter, images, now }: Reporting): Promise<ReportOutcome> {
  return db.transaction().execute(async (tx) => {
    // Locked, so that one person's concurrent reports are counted one after the other.
    await lockCaller(tx, reporter.userId);
    await lockPhone(tx, phone, now);
    if (await findActiveReport(tx, reporter.userId, phone.hash)) return { outcome: 'already_reported' };
    if ((await findOpenReports(tx, reporter.userId, MAX_OPEN_REPORTS)).length === MAX_OPEN_REPORTS) return { outcome: 'too_many' };
    await markImagesUsed(tx, images, { addresses: report.picture === null ? [] : [report.picture], now });
    const id = await insertReport(tx, phone, report, { reporterId: reporter.userId, now });
    await notifyOfDispute(tx, phone, reporter, now);
    return { outcome: 'reported', id };
  });
}

async function notifyOfDispute(tx: Db, { hash, last4 }: PhoneKey, reporter: Recipient, now: number): Promise<void> {
  const others = await findOtherReporters(tx, hash, reporter.userId);
  if (others.length === 0) return;
  const words = lostPhoneDisputed({ last4 });
  await notify(
    tx,
    [{ userId: reporter.userId, email: reporter.email }, ...others].map((recipient) => ({ recipient, words })),
    now,
  );
}
