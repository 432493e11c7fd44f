import type { Db } from '../../db/tables.ts';
import { notify, type Words } from '../notifications/index.ts';
import { findReporters } from '../reports/index.ts';
import { type ReportOutcome, reportDecided } from './messages.ts';
import { endDecisions } from './queries.ts';
import type { Subject } from './subject-queries.ts';

export function notifySeller(tx: Db, { sellerId, email }: Subject, words: Words, now: number): Promise<void> {
  return notify(tx, [{ recipient: { userId: sellerId, email }, words }], now);
}

/** Notifies people of the outcome of their reports, which led to a decision. */
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

/** Marks the decisions that removed a listing as undone, since it was restored, and notifies those whose reports led to them. */
export async function endRemovals(tx: Db, listing: { id: string; model_name: string }, now: number): Promise<void> {
  const reason = 'After looking at it again, we decided to keep it.';
  const ended = await endDecisions(tx, listing.id, 'removal', { reason, now });
  for (const id of ended) await notifyReporters(tx, id, listing, { outcome: 'restoration', reason, now });
}
