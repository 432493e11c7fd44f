import { v7 as uuid } from 'uuid';
import type { DecisionAnswersTable } from '../../db/tables/moderation.ts';
import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { answerSettled, notify } from '../notifications/index.ts';
import type { Actor } from '../orders/index.ts';

export type AnswerRow = DecisionAnswersTable & { author_name: string };

/** What was answered to these decisions, the first answer first. */
export const findAnswers = async (db: Db, decisionIds: string[], authorId?: string): Promise<AnswerRow[]> => {
  if (decisionIds.length === 0) return [];
  return db
    .selectFrom('decision_answers')
    .innerJoin('users', 'users.id', 'decision_answers.author_id')
    .selectAll('decision_answers')
    .select('users.name as author_name')
    .where('decision_id', 'in', decisionIds)
    .$if(authorId !== undefined, (query) => query.where('author_id', '=', authorId ?? ''))
    .orderBy('decision_answers.created_at')
    .orderBy('decision_answers.id')
    .execute();
};

export type NewAnswer = Pick<DecisionAnswersTable, 'decision_id' | 'author_id' | 'written_as' | 'body'>;

/** Keeps somebody's one answer to a decision; its id, or null when they answered before. */
export const insertAnswer = async (db: Db, answer: NewAnswer, now: number): Promise<string | null> => {
  const row = await db
    .insertInto('decision_answers')
    .values({ ...answer, id: uuid(), created_at: now, settled_at: null, settlement: null })
    .onConflict((conflict) => conflict.columns(['decision_id', 'author_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Settles an answer and tells whoever wrote it; how many changed, null when there is no such answer. */
export const settleAnswer = (db: Db, id: string, { by, reason, now }: { by: Actor; reason: string; now: number }): Promise<number | null> =>
  db.transaction().execute(async (tx) => {
    const [settled] = await tx
      .updateTable('decision_answers')
      .set({ settled_at: now, settlement: reason })
      .where('id', '=', id)
      .where('settled_at', 'is', null)
      .returning(['author_id', 'decision_id'])
      .execute();
    if (!settled) return (await tx.selectFrom('decision_answers').select('id').where('id', '=', id).executeTakeFirst()) ? 0 : null;
    const { email } = await tx.selectFrom('users').select('email').where('id', '=', settled.author_id).executeTakeFirstOrThrow();
    await notify(tx, [{ recipient: { userId: settled.author_id, email }, words: answerSettled(reason) }], now);
    const after = { decisionId: settled.decision_id, reason };
    await writeAudit(tx, { act: 'answer_settled', subject: { kind: 'user', id: settled.author_id }, after, by, now });
    return 1;
  });
