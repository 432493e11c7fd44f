import { v7 as uuid } from 'uuid';
import type { OrderSide } from '#contract/orders.ts';
import type { Problem, Statement } from '#contract/problems.ts';
import { IN_PROBLEM } from '#contract/shared/handover-states.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import type { ProblemsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';
import { findFulfillmentSteps } from '../orders/index.ts';
import { wasReturning } from './rules.ts';

type NewStatement = { side: OrderSide; authorId: string; text: string; photos: string[] };

/** An order's latest problem; undefined when nobody reported one. */
export function findProblem(db: Db, orderId: string): Promise<ProblemsTable | undefined> {
  return db.selectFrom('problems').selectAll().where('order_id', '=', orderId).orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** The latest problems of orders, by order. */
export async function findProblems(db: Db, orderIds: string[]): Promise<Map<string, ProblemsTable>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.selectFrom('problems').selectAll().where('order_id', 'in', orderIds).orderBy('opened_at').orderBy('id').execute();
  return new Map(rows.map((row) => [row.order_id, row]));
}

export async function insertProblem(tx: Db, problem: Pick<ProblemsTable, 'order_id' | 'opened_by' | 'reason'>, now: number): Promise<string> {
  const id = uuid();
  const unsettled = { answer: null, offer_cents: null, decision: null, decision_cents: null, decision_reason: null, decided_by: null, decided_at: null };
  await tx
    .insertInto('problems')
    .values({ ...problem, ...unsettled, id, opened_at: now })
    .execute();
  return id;
}

export async function insertStatement(tx: Db, problemId: string, { side, authorId, text, photos }: NewStatement, now: number): Promise<string> {
  const id = uuid();
  await tx
    .insertInto('problem_statements')
    .values({ id, problem_id: problemId, side, author_id: authorId, body: text, photos: JSON.stringify(photos), created_at: now })
    .execute();
  return id;
}

/** The last statement about a problem, if it was made since then and says the same, by the same side. */
export async function findSameStatement(
  tx: Db,
  problemId: string,
  { side, text, photos }: Omit<NewStatement, 'authorId'>,
  since: number,
): Promise<string | undefined> {
  const last = await tx
    .selectFrom('problem_statements')
    .selectAll()
    .where('problem_id', '=', problemId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last?.side === side && last.body === text && last.photos === JSON.stringify(photos) ? last.id : undefined;
}

/** How many problems with an order a side has reported. */
export async function countReports(tx: Db, orderId: string, side: OrderSide): Promise<number> {
  const { made } = await tx
    .selectFrom('problems')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('order_id', '=', orderId)
    .where('opened_by', '=', side)
    // The shop's own.
    .where('reason', '!=', 'code_waits')
    .executeTakeFirstOrThrow();
  return Number(made);
}

/** How many statements a side has made about a problem. */
export async function countStatements(tx: Db, problemId: string, side: OrderSide): Promise<number> {
  const { made } = await tx
    .selectFrom('problem_statements')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('problem_id', '=', problemId)
    .where('side', '=', side)
    .executeTakeFirstOrThrow();
  return Number(made);
}

/** Records the seller's answer. */
export async function setAnswer(tx: Db, problemId: string, { answer, offerCents }: { answer: Problem['answer']; offerCents: number | null }): Promise<void> {
  await tx.updateTable('problems').set({ answer, offer_cents: offerCents }).where('id', '=', problemId).execute();
}

type Decided = Pick<ProblemsTable, 'decision' | 'decision_cents' | 'decision_reason' | 'decided_by' | 'decided_at'>;

/** Records the shop's decision. */
export async function setDecision(tx: Db, problemId: string, decided: Decided): Promise<void> {
  await tx.updateTable('problems').set(decided).where('id', '=', problemId).execute();
}

/** A problem with what was said about it. */
export async function readProblem(db: Db, row: ProblemsTable): Promise<Problem> {
  const statements = await db.selectFrom('problem_statements').selectAll().where('problem_id', '=', row.id).orderBy('created_at').orderBy('id').execute();
  return {
    _id: row.id,
    orderId: row.order_id,
    openedBy: row.opened_by,
    reason: row.reason,
    openedAt: toIso(row.opened_at),
    statements: statements.map(
      ({ side, body, photos, created_at }): Statement => ({
        side,
        text: body,
        // Only ever written as JSON of parsed addresses.
        photos: JSON.parse(photos) as string[],
        at: toIso(created_at),
      }),
    ),
    answer: row.answer,
    offer: row.offer_cents === null ? null : toDollars(row.offer_cents),
    decision: row.decision,
    decisionAmount: row.decision_cents === null ? null : toDollars(row.decision_cents),
    decisionReason: row.decision_reason,
    decidedAt: toIso(row.decided_at),
    wasReturning: wasReturning(await findFulfillmentSteps(db, row.order_id)),
  };
}

/** The orders with open problems, by their deadlines. */
export function findOpenProblems(db: Db, limit: number, after: Cursor | null): Promise<PageOf<string>> {
  const query = db
    .selectFrom('fulfillments')
    .select((eb) => ['order_id', eb.ref('due_at').$notNull().as('due_at')])
    .where('state', 'in', IN_PROBLEM)
    .where('due_at', 'is not', null);
  return readPage(query, { key: 'due_at', id: 'order_id', direction: 'asc' }, { limit, after, toItem: (row) => row.order_id });
}
