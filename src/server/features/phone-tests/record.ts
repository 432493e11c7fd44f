import type { PublishedTest, TestRecord } from '#contract/phone-tests/phone-tests.ts';
import { TestSummary } from '#contract/phone-tests/phone-tests.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import type { Directory, KnownModels } from '../phone-models/index.ts';
import { judgeModel } from './judging/model.ts';
import { summarize } from './judging/summarize.ts';
import { storeKey, type TestedListing, type TestRow } from './queries.ts';
import { answeredOf, doubtsOf, traitsOf } from './stored.ts';

/** `directory`: read before the transaction, as it is read from the database. */
type Sealing = Pick<Services, 'recordKeys' | 'origin'> & { directory: Directory };

export type SealingNeeds = Pick<Services, 'recordKeys' | 'origin'> & { models: Pick<KnownModels, 'directory'> };

/** Sums up a run that is over and signs the record of it, for its listing or order. Stores the key that verifies it. */
export async function sealRun(
  tx: Db,
  { recordKeys, origin, directory }: Sealing,
  { row, listing, testedAt, now }: { row: TestRow; listing: TestedListing; testedAt: number; now: number },
): Promise<{ summary: string; record: string }> {
  const device = traitsOf(row);
  const model = judgeModel(directory, listing ?? null, device);
  const summary = summarize({ runId: row.id, testedAt, model, answered: answeredOf(row), doubts: doubtsOf(row) });
  const key = recordKeys.at(now);
  await storeKey(tx, key.publicKey, now);
  const record: TestRecord = {
    typ: 'phone-test',
    shop: origin.url(),
    summary,
    listingId: row.order_id === null ? (listing?.id ?? null) : null,
    orderId: row.order_id,
    startedAt: toIso(row.started_at ?? testedAt),
    clockAhead: Math.round((row.clock_ahead ?? 0) / 1000),
    device,
  };
  return { summary: JSON.stringify(summary), record: key.sign(JSON.stringify(record)) };
}

/** The result of a finished run; null before. */
export function summaryOf({ summary }: Pick<TestRow, 'summary'>): TestSummary | null {
  return summary === null ? null : TestSummary.parse(JSON.parse(summary));
}

/** A finished test with its record. */
export function toPublished(row: TestRow): PublishedTest | null {
  const summary = summaryOf(row);
  return summary && row.record !== null ? { ...summary, record: row.record } : null;
}
