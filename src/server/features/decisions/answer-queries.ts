import { v7 as uuid } from 'uuid';
import type { DecisionAnswersTable } from '../../db/tables/moderation.ts';
import type { Db } from '../../db/tables.ts';

export type AnswerRow = DecisionAnswersTable & { author_name: string };

export type NewAnswer = Pick<DecisionAnswersTable, 'decision_id' | 'author_id' | 'written_as' | 'body'>;

/** The answers to these decisions, oldest first; only one author's if given. Those whose authors deleted their accounts have no text and are left out. */
export async function findAnswers(db: Db, decisionIds: string[], authorId?: string): Promise<AnswerRow[]> {
  if (decisionIds.length === 0) return [];
  return db
    .selectFrom('decision_answers')
    .innerJoin('users', 'users.id', 'decision_answers.author_id')
    .selectAll('decision_answers')
    .select('users.name as author_name')
    .where('decision_id', 'in', decisionIds)
    .where('body', '!=', '')
    .$if(authorId !== undefined, (query) => query.where('author_id', '=', authorId ?? ''))
    .orderBy('decision_answers.created_at')
    .orderBy('decision_answers.id')
    .execute();
}

/** Adds somebody's answer to a decision; returns its id, or that of the same one written before, or null when they answered otherwise. */
export async function insertAnswer(tx: Db, answer: NewAnswer, now: number): Promise<string | null> {
  const row = await tx
    .insertInto('decision_answers')
    .values({ ...answer, id: uuid(), created_at: now, settled_at: null, settlement: null })
    .onConflict((conflict) => conflict.columns(['decision_id', 'author_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? (await findSame(tx, answer)) ?? null;
}

async function findSame(db: Db, { decision_id, author_id, body }: NewAnswer): Promise<string | undefined> {
  const same = db
    .selectFrom('decision_answers')
    .select('id')
    .where('decision_id', '=', decision_id)
    .where('author_id', '=', author_id)
    .where('body', '=', body);
  return (await same.executeTakeFirst())?.id;
}

/** Marks an answer as settled; returns undefined when it was settled before, its author deleted their account, or it doesn't exist. */
export function markAnswerSettled(tx: Db, id: string, reason: string, now: number): Promise<{ author_id: string; decision_id: string } | undefined> {
  return tx
    .updateTable('decision_answers')
    .set({ settled_at: now, settlement: reason })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .where('body', '!=', '')
    .returning(['author_id', 'decision_id'])
    .executeTakeFirst();
}

export async function hasAnswer(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('decision_answers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
