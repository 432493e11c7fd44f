import type { TestSummary as Result } from '#contract/phone-tests/phone-tests.ts';
import type { Db } from '../../db/tables.ts';
import { MOST_ENTRIES, openPassport } from './commands.ts';
import { appendEntries, hasEntryAbout, numberOwner } from './write-queries.ts';

/**
 * The verdicts of a self-test's record, counted, what it says as a whole, and the record's id. `worse`: how many tests got worse since the one it is
 * compared with.
 */
export type TestSummary = {
  recordId: string;
  passed: number;
  failed: number;
  skipped: number;
  outcome: Result['outcome'];
  /** Whether the browser named the listed phone. */
  model: Result['model']['verdict'];
  worse?: number;
};

export type NotedTest = TestSummary & { listingId: string; now: number };

/** Notes that a seller published a self-test with a listing; once, however often they hide it and publish it again. */
export function noteTest(tx: Db, test: NotedTest): Promise<void> {
  return append(tx, 'tested', test);
}

/** Notes that a self-test was repeated at the meeting. */
export function noteRerun(tx: Db, test: NotedTest): Promise<void> {
  return append(tx, 'tested_again', test);
}

async function append(tx: Db, kind: 'tested' | 'tested_again', { listingId, now, recordId: record, worse, ...result }: NotedTest): Promise<void> {
  const opened = await openPassport(tx, listingId, now);
  if (!opened || opened.passport.entries >= MOST_ENTRIES) return;
  const { phone, passport } = opened;
  if (await hasEntryAbout(tx, passport.id, { kind, record })) return;
  const owner = await numberOwner(tx, passport.id, { userId: phone.seller_id, now });
  const facts = { record, ...result, ...(worse !== undefined && { worse }) };
  await appendEntries(tx, passport, { added: [{ kind, owner, source: 'shop', facts }], now });
}
