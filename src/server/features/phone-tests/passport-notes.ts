import type { Db } from '../../db/tables.ts';
import { type NotedTest, noteRerun, noteTest } from '../passports/index.ts';
import { compareWithListing } from './order-test.ts';
import type { TestRow } from './queries.ts';
import { summaryOf } from './record.ts';

type Tested = { id: string; listingId: string; now: number };

/** Notes in the phone’s passport that its seller published a test. */
export async function notePublished(tx: Db, sealed: Pick<TestRow, 'summary'>, { id, listingId, now }: Tested): Promise<void> {
  const result = resultOf(sealed);
  if (result) await noteTest(tx, { listingId, recordId: id, ...result, now });
}

/** Notes in the phone’s passport that it was tested again at the meeting, and how much got worse. Call it once the run is over. */
export async function noteTestedAgain(tx: Db, row: TestRow, { listingId, now }: Omit<Tested, 'id'>): Promise<void> {
  const result = resultOf(row);
  if (!result || row.order_id === null) return;
  const comparison = await compareWithListing(tx, row, listingId);
  await noteRerun(tx, { listingId, recordId: row.id, ...result, ...(comparison && { worse: comparison.worse.length }), now });
}

/** What couldn’t be tested counts as skipped: it says nothing of the phone either. */
function resultOf(row: Pick<TestRow, 'summary'>): Omit<NotedTest, 'recordId' | 'listingId' | 'now'> | null {
  const summary = summaryOf(row);
  if (!summary) return null;
  const { counts, outcome, model } = summary;
  return { passed: counts.passed, failed: counts.failed, skipped: counts.skipped + counts.untestable, outcome, model: model.verdict };
}
