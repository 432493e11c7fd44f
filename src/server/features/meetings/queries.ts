import { v7 as uuid } from 'uuid';
import type { MeetingProposalsTable, MeetingsTable } from '../../db/tables/meetings.ts';
import type { Db } from '../../db/tables.ts';
import { isWithinADay } from '../../db/within-a-day.ts';
import { nextReminder } from './rules.ts';

export type Proposal = MeetingProposalsTable;

type NewProposal = Pick<Proposal, 'order_id' | 'by_side' | 'by_id' | 'at' | 'place'>;

/** The proposal that waits for an answer. */
export function findOpenProposal(db: Db, orderId: string): Promise<Proposal | undefined> {
  return db.selectFrom('meeting_proposals').selectAll().where('order_id', '=', orderId).where('state', '=', 'proposed').executeTakeFirst();
}

/** One of an order's proposals, in any state. */
export function findProposal(db: Db, orderId: string, id: string): Promise<Proposal | undefined> {
  return db.selectFrom('meeting_proposals').selectAll().where('order_id', '=', orderId).where('id', '=', id).executeTakeFirst();
}

/** The proposal behind the agreed meeting. */
export function findAcceptedProposal(db: Db, orderId: string): Promise<Proposal | undefined> {
  return db.selectFrom('meeting_proposals').selectAll().where('order_id', '=', orderId).where('state', '=', 'accepted').executeTakeFirst();
}

/** How many proposals one side has made for an order within a day, and when the first of these. */
export async function countProposals(
  tx: Db,
  { order_id, by_side }: Pick<Proposal, 'order_id' | 'by_side'>,
  now: number,
): Promise<{ count: number; oldest: number }> {
  const { count, oldest } = await tx
    .selectFrom('meeting_proposals')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('order_id', '=', order_id)
    .where('by_side', '=', by_side)
    .where(isWithinADay(now))
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: Number(oldest ?? now) };
}

/** Inserts a proposal, which supersedes the one before; returns its id. */
export async function insertProposal(tx: Db, proposal: NewProposal, now: number): Promise<string> {
  await endProposals(tx, proposal.order_id, { from: 'proposed', to: 'superseded' });
  const id = uuid();
  await tx
    .insertInto('meeting_proposals')
    .values({ ...proposal, id, state: 'proposed', created_at: now })
    .execute();
  return id;
}

/** Answers a proposal, unless it no longer waits for an answer; returns whether it did. */
export async function answerProposal(tx: Db, id: string, state: 'accepted' | 'declined' | 'withdrawn'): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('meeting_proposals').set({ state }).where('id', '=', id).where('state', '=', 'proposed').executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the proposals of an order that are in this state. */
export async function endProposals(tx: Db, orderId: string, { from, to }: { from: 'proposed' | 'accepted'; to: 'superseded' | 'withdrawn' }): Promise<void> {
  await tx.updateTable('meeting_proposals').set({ state: to }).where('order_id', '=', orderId).where('state', '=', from).execute();
}

/** Records a meeting that was agreed, for calendars and reminders. */
export async function writeMeeting(tx: Db, orderId: string, { at, now }: { at: number; now: number }): Promise<void> {
  const meeting = { at, remind_at: nextReminder(at, now) };
  await tx
    .insertInto('meetings')
    .values({ order_id: orderId, changes: 1, ...meeting })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet((eb) => ({ ...meeting, changes: eb('meetings.changes', '+', 1) })))
    .execute();
}

export function findMeeting(db: Db, orderId: string): Promise<MeetingsTable | undefined> {
  return db.selectFrom('meetings').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Meetings whose reminder is due, the earliest first, after the given one. */
export function findMeetingsToRemind(db: Db, now: number, { limit, after }: { limit: number; after: MeetingsTable | undefined }): Promise<MeetingsTable[]> {
  return db
    .selectFrom('meetings')
    .selectAll()
    .where('remind_at', '<=', now)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('remind_at', 'order_id'), '>', eb.tuple(after?.remind_at ?? 0, after?.order_id ?? ''))),
    )
    .orderBy('remind_at')
    .orderBy('order_id')
    .limit(limit)
    .execute();
}

/** Notes that a reminder is sent, unless another process did or the meeting has changed; returns whether it did. */
export async function markReminded(tx: Db, { order_id, at, remind_at }: MeetingsTable, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('meetings')
    .set({ remind_at: nextReminder(at, now) })
    .where('order_id', '=', order_id)
    .where('at', '=', at)
    .where('remind_at', '=', remind_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
