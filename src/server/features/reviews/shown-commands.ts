import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { inPages, workThrough } from '../../work-through.ts';
import { findRecipients } from '../accounts/index.ts';
import { notify } from '../notifications/index.ts';
import { reviewShown } from './messages.ts';
import { findReviewable } from './queries.ts';
import { findShown, markNotified, type ShownReview } from './shown-queries.ts';

/** How many reviews a sweep looks up at a time. */
const BATCH = 50;

/** Notifies the people reviewed of each review that has become visible by itself: once. One that fails keeps no other from its turn. Returns how many it sent. */
export async function sweepShownReviews({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const shown = inPages(BATCH, (after: ShownReview | undefined) => findShown(db, now, { limit: BATCH, after }));
  return workThrough(shown, (review) => db.transaction().execute((tx) => notifyOf(tx, review, clock.now())));
}

async function notifyOf(tx: Db, { id, author_id, subject_id, order_id, removed_at }: ShownReview, now: number): Promise<boolean> {
  if (!(await markNotified(tx, id))) return false;
  const [recipient] = await findRecipients(tx, [subject_id]);
  const order = await findReviewable(tx, subject_id, order_id);
  if (removed_at !== null || !recipient || !order) return false;
  await notify(tx, [{ recipient, words: reviewShown(order, { author_id, subject_id }) }], now);
  return true;
}
