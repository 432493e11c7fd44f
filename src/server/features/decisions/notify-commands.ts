import type { Db } from '../../db/tables.ts';
import { notify, type Words } from '../notifications/index.ts';
import { findReporters } from '../reports/index.ts';
import { type ReportOutcome, reportDecided } from './messages.ts';
import type { Subject } from './subject-queries.ts';

export function notifySeller(tx: Db, { sellerId, email }: Subject, words: Words, now: number): Promise<void> {
  return notify(tx, [{ recipient: { userId: sellerId, email }, words }], now);
}

/** Tells the people whose reports led to a decision what came of them. */
export async function notifyReporters(
  tx: Db,
  decisionId: string,
  listing: { model_name: string },
  { outcome, reason, now }: { outcome: ReportOutcome; reason: string; now: number },
): Promise<void> {
  const words = reportDecided(listing, outcome, reason);
  const readers = await findReporters(tx, decisionId);
  await notify(
    tx,
    readers.map((recipient) => ({ recipient, words })),
    now,
  );
}
