import type { OrderTest, PublishedTest } from '#contract/phone-tests/phone-tests.ts';
import type { Db } from '../../db/tables.ts';
import { compareTests } from './judging/compare.ts';
import { findPublishedTest, findRerun, type TestRow } from './queries.ts';
import { toPublished } from './record.ts';
import { traitsOf } from './stored.ts';

/** The test that an order's listing shows beside the one at the meeting, the buyer's if they ran one. */
export async function readOrderTest(db: Db, order: { id: string; listing_id: string }): Promise<OrderTest> {
  const [shown, again] = await Promise.all([findPublishedTest(db, order.listing_id), findRerun(db, order.id)]);
  return { published: shown ? toPublished(shown) : null, rerun: again ? toPublished(again) : null, comparison: compare(shown, again) };
}

function compare(shown: TestRow | undefined, again: TestRow | undefined): OrderTest['comparison'] {
  const [published, rerun] = [shown ? toPublished(shown) : null, again ? toPublished(again) : null];
  if (!shown || !again || !published || !rerun) return null;
  return compareTests({ steps: published.steps, device: traitsOf(shown) }, { steps: rerun.steps, device: traitsOf(again) });
}

/** One finished test of an order's phone beside the one that its listing shows; null without one. */
export async function compareWithListing(db: Db, again: TestRow, listingId: string): Promise<OrderTest['comparison']> {
  return compare(await findPublishedTest(db, listingId), again);
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
