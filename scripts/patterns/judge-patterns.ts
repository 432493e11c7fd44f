import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export type Pattern = { pattern: string; flags: string };
/** `safe`: takes at most linear time in the length of the input. */
export type Verdict = { status: 'safe' | 'vulnerable' | 'unknown'; complexity?: string | undefined };

const WORKER = new URL('./judge-worker.ts', import.meta.url);
/** Uses the checker's JavaScript version, which needs neither Java nor a download at installation. */
const ENV = { ...process.env, RECHECK_SYNC_BACKEND: 'pure' };
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/redial/safe-patterns.json');
/** Part of the cache key: another release may judge differently. */
const CHECKER = 'recheck 4.5.0';

/** Judges several patterns at once; caches safe ones below node_modules. Verdicts are in the order given. */
export async function judgePatterns(patterns: Pattern[]): Promise<Verdict[]> {
  const known = readKnown();
  const queue = new Map(patterns.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one]));
  const verdicts = new Map<string, Verdict>();
  const todo = queue.entries();
  const threads = Math.min(availableParallelism(), queue.size);
  await Promise.all(Array.from({ length: threads }, () => judgeAll(todo, verdicts)));
  for (const [key, { status }] of verdicts) if (status === 'safe') known.add(key);
  if (verdicts.size > 0) keepKnown(known);
  return patterns.map((one) => verdicts.get(keyOf(one)) ?? { status: 'safe' });
}

function readKnown(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(CACHE, 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

const keyOf = ({ pattern, flags }: Pattern): string => createHash('sha256').update(`${CHECKER}\n${flags}\n${pattern}`).digest('base64url');

async function judgeAll(todo: Iterator<[string, Pattern]>, verdicts: Map<string, Verdict>): Promise<void> {
  const worker = new Worker(WORKER, { env: ENV });
  try {
    for (let next = todo.next(); !next.done; next = todo.next()) {
      const [key, { pattern, flags }] = next.value;
      worker.postMessage({ pattern, flags });
      const [verdict] = await once(worker, 'message');
      verdicts.set(key, verdict as Verdict);
    }
  } finally {
    await worker.terminate();
  }
}

function keepKnown(known: Set<string>): void {
  mkdirSync(join(CACHE, '..'), { recursive: true });
  writeFileSync(CACHE, JSON.stringify([...known]));
}
