import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { minutes } from '#contract/shared/durations.ts';
import type { Separator } from '../../../csv/read-csv.ts';
import { InvalidError } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { type Checking, checkRows, createCategories } from './check.ts';
import { beginImport } from './commands.ts';
import { forgetImport } from './forget.ts';
import { readSeen } from './own-listings.ts';
import { addRows, dropImport, endReading } from './queries.ts';
import type { ReadRow } from './read-row.ts';
import type { Reading, ReadingTask } from './reading-thread.ts';
import { requireBegun, requireRead } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys'>;
/** `path` leads to the whole file. */
export type SentFile = { sellerId: string; fileName: string; origin: string; path: string };

const SEPARATOR_NAMES: Record<Separator, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
/** Even the largest file takes only a few seconds. */
const LONGEST_MS = minutes(2);
const MAX_MEMORY_MB = 192;

/**
 * Reads a file and stores its checked rows; returns the import's id. Lists nothing. Throws `InvalidError` for a file that can't be read, `ConflictError` while
 * another import of this seller is in progress; then nothing is stored. The file is parsed and validated in a separate thread.
 */
export async function readFile(needs: Needs, { path, ...file }: SentFile): Promise<string> {
  const begun = await beginImport(needs.db, { ...file, now: needs.clock.now() });
  requireBegun(begun);
  const id = begun.importId;
  try {
    await readInto(needs, { importId: id, sellerId: file.sellerId }, { path, origin: file.origin });
  } catch (error) {
    if (await dropImport(needs.db, id)) await forgetImport(needs.db, id);
    throw error;
  }
  return id;
}

async function readInto(needs: Needs, { importId, sellerId }: { importId: string; sellerId: string }, task: ReadingTask): Promise<void> {
  const { db, clock } = needs;
  const seen = await readSeen(db, sellerId, 0);
  const checking: Checking = { importId, sellerId, categories: createCategories(), seen, references: new Map(), updated: new Map() };
  const save = async (rows: ReadRow[]): Promise<void> => {
    const stored = await checkRows(needs, rows, checking);
    requireRead((await addRows(db, { id: importId, now: clock.now() }, stored)) ? 'read' : 'replaced');
  };
  const { encoding, separator, columns } = await readApart(task, save);
  const found = { encoding, separator: SEPARATOR_NAMES[separator], columns: JSON.stringify(columns) };
  requireRead(await endReading(db, { id: importId, sellerId, now: clock.now() }, found));
}

/** Reads a file in a separate thread; calls `save` with the rows, in batches. */
async function readApart(task: ReadingTask, save: (rows: ReadRow[]) => Promise<void>): Promise<Extract<Reading, { kind: 'end' }>> {
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: task,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  let last: Exclude<Reading, { kind: 'rows' }> | undefined;
  try {
    // Until the thread has ended: it is stopped by force only when something failed.
    for await (const [message] of on(worker, 'message', { signal: AbortSignal.timeout(LONGEST_MS), close: ['exit'] })) {
      const reading = message as Reading;
      if (reading.kind !== 'rows') last = reading;
      else {
        await save(reading.rows);
        worker.postMessage('more');
      }
    }
    if (!last) throw new Error('the thread that reads a file ended too early');
    if (last.kind === 'refused') throw new InvalidError(last.message);
    return last;
  } finally {
    await worker.terminate();
  }
}
