import type { ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { minutes } from '#contract/shared/durations.ts';
import type { Separator } from '../../../csv/read-csv.ts';
import { type HttpError, InvalidError, unavailableError } from '../../../errors.ts';
import { forkApart } from '../../../fork-apart.ts';
import type { Services } from '../../../services.ts';
import { type Checking, checkRows, createCategories } from './check.ts';
import { beginImport } from './commands.ts';
import { forgetImport } from './forget.ts';
import { readSeen } from './own-listings.ts';
import { addRows, dropImport, endReading } from './queries.ts';
import type { ReadRow } from './read-row.ts';
import type { Reading, ReadingTask } from './reading-process.ts';
import { requireBegun, requireRead } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys'>;
/** `path` leads to the whole file. */
export type SentFile = { sellerId: string; fileName: string; origin: string; path: string };

const SEPARATOR_NAMES: Record<Separator, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
/** Even the largest file takes only a few seconds. */
const LONGEST_MS = minutes(2);
const MAX_MEMORY_MB = 192;
const RETRY_SECONDS = 5;

const SCRIPT = new URL('./reading-process.ts', import.meta.url);
const FAILED = 'We couldn’t read this file. Nothing was lost. Please try again in a moment.';

/**
 * Reads a file and stores its checked rows; returns the import's id. Lists nothing. Throws `InvalidError` for a file that can't be read, `ConflictError` while
 * another import of this seller is in progress; then nothing is stored. The file is parsed and validated in a separate process.
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

/** Reads a file in a separate process; calls `save` with the rows, in batches. Throws a 503 when the process itself fails. */
export async function readApart(
  task: ReadingTask,
  save: (rows: ReadRow[]) => Promise<void>,
  { script = SCRIPT, longestMs = LONGEST_MS } = {},
): Promise<Extract<Reading, { kind: 'end' }>> {
  const child = await forkApart(script, MAX_MEMORY_MB).catch((error: Error) => {
    throw failedBecause(error.message);
  });
  const stop = (): boolean => child.kill('SIGKILL');
  const timer = setTimeout(stop, longestMs);
  let last: Exclude<Reading, { kind: 'rows' }> = { kind: 'failed', why: 'its process ended too early' };
  try {
    send(child, task);
    for await (const [message] of on(child, 'message', { close: ['disconnect'] })) {
      const reading = message as Reading;
      if (reading.kind !== 'rows') last = reading;
      else {
        await save(reading.rows);
        send(child, 'more');
      }
    }
  } finally {
    clearTimeout(timer);
    stop();
  }
  if (last.kind === 'failed') throw failedBecause(last.why);
  if (last.kind === 'refused') throw new InvalidError(last.message);
  return last;
}

/** What can't be sent to a process that has ended is no error of its own. */
const send = (child: ChildProcess, message: ReadingTask | 'more'): boolean => child.send(message, () => {});

const failedBecause = (why: string): HttpError => unavailableError(FAILED, { cause: new Error(`reading an import: ${why}`), retryAfterSeconds: RETRY_SECONDS });
