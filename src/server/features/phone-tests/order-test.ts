import type { OrderTest } from '#contract/phone-tests/phone-tests.ts';
import type { Db } from '../../db/tables.ts';
import { compareTests } from './judging/compare.ts';
import { findPublishedTest, findRerun } from './queries.ts';
import { toPublished } from './record.ts';
import { traitsOf } from './stored.ts';

/** The test that an order's listing shows beside the one at the meeting. */
export async function readOrderTest(db: Db, order: { id: string; listing_id: string }): Promise<OrderTest> {
  const [shown, again] = await Promise.all([findPublishedTest(db, order.listing_id), findRerun(db, order.id)]);
  const [published, rerun] = [shown ? toPublished(shown) : null, again ? toPublished(again) : null];
  const comparison =
    shown && again && published && rerun
      ? compareTests({ steps: published.steps, device: traitsOf(shown) }, { steps: rerun.steps, device: traitsOf(again) })
      : null;
  return { published, rerun, comparison };
}
