import type { OrderTest, PublishedTest } from '#contract/phone-tests/phone-tests.ts';
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

/** The same in words, a line each, as evidence for a bank. */
export async function describeOrderTest(db: Db, order: { id: string; listing_id: string }): Promise<string[]> {
  const { published, rerun, comparison } = await readOrderTest(db, order);
  const worse = comparison?.worse.map(({ step, before, after }) => `${step} (${before}, then ${after})`).join(', ') ?? '';
  return [
    ...(published ? [`On the listing: ${describeTest(published)}`] : []),
    ...(rerun ? [`At the meeting: ${describeTest(rerun)}`] : []),
    ...(worse === '' ? [] : [`Worse at the meeting: ${worse}`]),
    ...(comparison?.differences ?? []),
  ];
}

const describeTest = ({ testedAt, outcome, counts: { passed, failed, skipped, untestable } }: PublishedTest): string =>
  `tested in the phone’s browser ${testedAt}, ${outcome}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${untestable} not testable`;
