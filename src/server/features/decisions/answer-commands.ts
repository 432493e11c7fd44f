import type { DecisionsTable } from '../../db/tables/moderation.ts';
import type { Db } from '../../db/tables.ts';
import { findRecipients, lockCaller } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';
import { hasAnswer, insertAnswer, markAnswerSettled, type NewAnswer } from './answer-queries.ts';
import { answerSettled } from './messages.ts';
import { findDecision } from './queries.ts';
import { findSubjectListing } from './subject-queries.ts';

/** Answers a decision; returns the answer's id, or null when this person has answered otherwise. */
export function answerDecision(db: Db, answer: NewAnswer, now: number): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, answer.author_id);
    return insertAnswer(tx, answer, now);
  });
}

export type SettleOutcome = { outcome: 'settled' } | { outcome: 'already_settled' } | { outcome: 'missing' };

/** Settles an answer and notifies its author, unless they were removed. */
export function settleAnswer(db: Db, id: string, { by, reason, now }: { by: Actor; reason: string; now: number }): Promise<SettleOutcome> {
  return db.transaction().execute(async (tx) => {
    const settled = await markAnswerSettled(tx, id, reason, now);
    if (!settled) return { outcome: (await hasAnswer(tx, id)) ? 'already_settled' : 'missing' };
    const decision = await findDecision(tx, settled.decision_id);
    const words = answerSettled(await findAbout(tx, decision), reason);
    const recipients = await findRecipients(tx, [settled.author_id]);
    await notify(
      tx,
      recipients.map((recipient) => ({ recipient, words })),
      now,
    );
    const after = { decisionId: settled.decision_id, reason };
    await writeAudit(tx, { act: 'answer_settled', subject: { kind: 'user', id: settled.author_id }, after, by, now });
    return { outcome: 'settled' };
  });
}

/** What a decision is about, in words to whom it concerns. */
async function findAbout(tx: Db, decision: DecisionsTable | undefined): Promise<string> {
  if (decision?.review_id != null) return 'your review';
  if (decision?.conversation_id != null) return 'your messages';
  const subject = decision?.listing_id ? await findSubjectListing(tx, decision.listing_id) : undefined;
  return subject?.listing?.model_name ?? 'your account';
}
