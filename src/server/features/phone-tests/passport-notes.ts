import type { Db } from '../../db/tables.ts';
import { noteRerun, noteTest } from '../passports/index.ts';
import { readOrderTest } from './order-test.ts';
import type { TestRow } from './queries.ts';
import { summaryOf } from './record.ts';

type Tested = { id: string; listingId: string; now: number };

/** Notes in the phone’s passport that its seller published a test. */
export async function notePublished(tx: Db, sealed: Pick<TestRow, 'summary'>, { id, listingId, now }: Tested): Promise<void> {
  const counts = countsOf(sealed);
  if (counts) await noteTest(tx, { listingId, recordId: id, ...counts, now });
}

/** Notes in the phone’s passport that it was tested again at the meeting, and how much got worse. Call it once the run is over. */
export async function noteTestedAgain(tx: Db, row: TestRow, { listingId, now }: Omit<Tested, 'id'>): Promise<void> {
  const counts = countsOf(row);
  if (!counts || row.order_id === null) return;
  const { comparison } = await readOrderTest(tx, { id: row.order_id, listing_id: listingId });
  await noteRerun(tx, { listingId, recordId: row.id, ...counts, ...(comparison && { worse: comparison.worse.length }), now });
}

/** What couldn’t be tested counts as skipped: it says nothing of the phone either. */
function countsOf(row: Pick<TestRow, 'summary'>): { passed: number; failed: number; skipped: number } | null {
  const counts = summaryOf(row)?.counts;
  return counts ? { passed: counts.passed, failed: counts.failed, skipped: counts.skipped + counts.untestable } : null;
}
