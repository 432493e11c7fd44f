import type { Db } from '../../db/tables.ts';
import { findRecipients, lockCaller, lockUser } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { recordMessageWarning } from '../decisions/index.ts';
import { notify } from '../notifications/index.ts';
import { conversationReportDecided, messagesWarned } from './messages.ts';
import { closeReport, type findReport, insertReport, type NewReport } from './queries.ts';
import { requireHere } from './rules.ts';

type Report = NonNullable<Awaited<ReturnType<typeof findReport>>>;
type Decision = { decision: 'dismiss' | 'warn'; reason: string; adminId: string; now: number };

/** Reports a conversation; returns the report's id, or null when this person has an open one of it. */
export function reportConversation(db: Db, report: NewReport, now: number): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, report.reporter_id);
    return insertReport(tx, report, now);
  });
}

/** Closes a report, and tells its author and whoever was warned; returns false when it was closed before. Throws 409 for warning somebody who has left. */
export function decideReport(db: Db, report: Report, { decision, reason, adminId, now }: Decision): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // People before anything else, as everywhere.
    const reported = await lockUser(tx, report.reported_id);
    if (!(await closeReport(tx, report.id, now))) return false;
    if (decision === 'warn') requireHere(reported);
    await writeAudit(tx, {
      act: decision === 'warn' ? 'messages_warned' : 'messages_cleared',
      subject: { kind: 'user', id: report.reported_id },
      after: { conversation: report.conversation_id },
      by: { role: 'admin', id: adminId },
      now,
    });
    if (decision === 'warn') {
      const { reported_id: personId, conversation_id: conversationId, listing_id: listingId } = report;
      await recordMessageWarning(tx, { personId, conversationId, listingId, reason, adminId, now });
    }
    const recipientIds = decision === 'warn' ? [report.reporter_id, report.reported_id] : [report.reporter_id];
    const recipients = await findRecipients(tx, recipientIds);
    await notify(
      tx,
      recipients.map((recipient) => ({
        recipient,
        words: recipient.userId === report.reporter_id ? conversationReportDecided(report, { decision, reason }) : messagesWarned(report, reason),
      })),
      now,
    );
    return true;
  });
}
