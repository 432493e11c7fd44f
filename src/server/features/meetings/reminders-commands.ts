import type { MeetingsTable } from '../../db/tables/meetings.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { inPages, workThrough } from '../../work-through.ts';
import { notifyBoth } from '../fulfillment/index.ts';
import { findOrder, outcomeOf } from '../orders/index.ts';
import { meetingSoon } from './messages.ts';
import { findAcceptedProposal, findMeetingsToRemind, markReminded } from './queries.ts';

/** How many meetings a sweep looks up at a time. */
const BATCH = 50;

/**
 * Reminds both sides of agreed meetings, a day and an hour before: each once, also when the sweep comes late. A reminder that fails is tried again with
 * the next sweep and keeps no other from its turn. Returns how many it sent.
 */
export async function sweepReminders({ db, clock }: Pick<Services, 'db' | 'clock'>, limit = BATCH): Promise<number> {
  const now = clock.now();
  const due = inPages(limit, (after: MeetingsTable | undefined) => findMeetingsToRemind(db, now, { limit, after }));
  return workThrough(due, (meeting) => db.transaction().execute((tx) => remind(tx, meeting, clock.now())));
}

async function remind(tx: Db, meeting: MeetingsTable, now: number): Promise<boolean> {
  if (!(await markReminded(tx, meeting, now))) return false;
  const [order, proposal] = [await findOrder(tx, meeting.order_id), await findAcceptedProposal(tx, meeting.order_id)];
  if (!order || !proposal || order.fulfillment_state !== 'arranged' || order.meet_at !== meeting.at || meeting.at <= now) return false;
  // The seller was asked to keep the phone until the bank has decided.
  if (outcomeOf(order.dispute_state) === 'open') return false;
  await notifyBoth(tx, order, (to) => meetingSoon(order, to, proposal), now);
  return true;
}
