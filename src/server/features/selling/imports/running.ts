import type { ImportColumn } from '#contract/selling/listing-imports.ts';
import type { ListingImportsTable } from '../../../db/tables/listings.ts';
import type { Services } from '../../../services.ts';
import { nextTurn } from '../../../turns.ts';
import { createCategories } from './check.ts';
import { listNextRows, noteRefusedRow, type Run } from './commands.ts';
import { readSeen } from './own-listings.ts';
import { moveImport } from './queries.ts';
import { findRunning } from './run-queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images'>;

/** Listed in one transaction: few enough that requests hardly wait for it. */
const AT_ONCE = 5;
const SELLER_GONE = 'This account can’t list phones anymore. What was listed before stays as it is.';
const SELLER_SUSPENDED =
  'Your account was suspended, so the rest wasn’t listed. Once the suspension ends, send the file again: what’s listed already is skipped.';

/**
 * Lists the rows of confirmed imports, a few of each import in turn, until nothing is left or it is stopped. It may stop between any two statements,
 * and another process continues: a row and its listing are written together, and only while this transaction has locked the import. An import that
 * fails keeps no other from its turn, and is tried again by the next run.
 */
export function createImporting(needs: Needs) {
  let isStopped = false;
  return {
    async run(): Promise<void> {
      const runs = new Map<string, Run>();
      const failures = new Map<string, unknown>();
      const findNext = async () => (isStopped ? [] : (await findRunning(needs.db)).filter(({ id }) => !failures.has(id)));
      for (let running = await findNext(); running.length > 0; running = await findNext()) {
        for (const of of running) {
          if (isStopped) break;
          try {
            const run = runs.get(of.id) ?? (await beginRun(needs, of));
            runs.set(of.id, run);
            if (!(await goOn(needs, run))) runs.delete(of.id);
          } catch (error) {
            failures.set(of.id, error);
          }
          await nextTurn();
        }
      }
      if (failures.size > 0) throw new AggregateError(failures.values(), `imports that failed: ${failures.size}`);
    },
    stop(): void {
      isStopped = true;
    },
  };
}

async function beginRun(needs: Needs, of: ListingImportsTable): Promise<Run> {
  return {
    of,
    // Only ever written by the shop when the file was read.
    columns: JSON.parse(of.columns) as ImportColumn[],
    categories: createCategories(),
    seen: await readSeen(needs.db, of.seller_id, 'listed'),
  };
}

/** Lists some more rows of an import; returns whether any are left. If one of them is rejected, each is listed separately. */
async function goOn(needs: Needs, run: Run): Promise<boolean> {
  let listing = await listNextRows(needs, run, AT_ONCE);
  for (let alone = 0; listing.outcome === 'refused' && alone < AT_ONCE; alone += 1) {
    await noteRefusedRow(needs, listing);
    listing = await listNextRows(needs, run, 1);
    for (; listing.outcome === 'more' && alone < AT_ONCE; alone += 1) listing = await listNextRows(needs, run, 1);
  }
  if (listing.outcome === 'refused') await noteRefusedRow(needs, listing);
  if (listing.outcome === 'done') await endRun(needs, run, 'done', null);
  if (listing.outcome === 'seller_gone') await endRun(needs, run, 'stopped', SELLER_GONE);
  if (listing.outcome === 'seller_suspended') await endRun(needs, run, 'stopped', SELLER_SUSPENDED);
  return listing.outcome === 'more' || listing.outcome === 'refused';
}

async function endRun({ db, clock }: Needs, run: Run, to: 'done' | 'stopped', reason: string | null): Promise<void> {
  await moveImport(db, run.of.id, { from: ['running'], to, reason, now: clock.now() });
}
