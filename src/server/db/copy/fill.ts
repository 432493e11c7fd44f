import type { Db } from '../tables.ts';
import { countRows, findSame, insertBatch, moveSequences, sourceBatches } from './batches.ts';
import { keyOf, type Row } from './rows.ts';
import type { CopiedTable } from './shape.ts';

/** Tables with more rows than this report their progress. */
const LARGE = 10_000;

/** What an interrupted copy left: the last row before the first missing one, the rows up to there, and how many rows only the target has. */
export type Found = { before: Row | null; skipped: number; strangers: number };

/** Looks up every row of the source in the target, unless the target's table is empty. */
export async function findWhatIsThere(source: Db, target: Db, table: CopiedTable): Promise<Found> {
  const count = await countRows(target, table.name);
  if (count === 0) return { before: null, skipped: 0, strangers: 0 };
  let [before, skipped, found, isWhole]: [Row | null, number, number, boolean] = [null, 0, 0, true];
  for await (const batch of sourceBatches(source, table)) {
    const same = await findSame(target, table, batch);
    found += same.size;
    for (const row of batch) {
      isWhole &&= same.has(keyOf(table, row));
      if (!isWhole) break;
      before = row;
      skipped += 1;
    }
  }
  return { before, skipped, strangers: count - found };
}

/** Writes what the target lacks, batch by batch in primary-key order. */
export async function fillTable(source: Db, target: Db, table: CopiedTable, { found, say }: { found: Found; say(line: string): void }): Promise<void> {
  const total = await countRows(source, table.name);
  let done = found.skipped;
  let reported = done;
  for await (const batch of sourceBatches(source, table, found.before)) {
    await insertBatch(target, table, batch);
    done += batch.length;
    if (total > LARGE && done - reported >= LARGE) {
      say(`  ${table.name}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows`);
      reported = done;
    }
  }
  await moveSequences(target, table);
}
