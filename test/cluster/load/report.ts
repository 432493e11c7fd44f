import type { Call, Journal } from './journal.ts';
import { isSuccess, longestGap, READS, WRITES } from './journal.ts';

export type Outage = { writesMs: number; readsMs: number; failedCalls: number };

/** What people noticed between two moments: the longest time without an acknowledged write of any kind, and without a reply to each kind of read. */
export function measureOutage(journal: Journal, { since, until }: { since: number; until: number }): Outage {
  return {
    writesMs: longestGap(journal, WRITES, { since, until }),
    readsMs: Math.max(...READS.map((kind) => longestGap(journal, [kind], { since, until }))),
    failedCalls: journal.calls.filter((call) => call.endedAt >= since && call.endedAt <= until && isServerError(call)).length,
  };
}

const isServerError = (call: Call): boolean => call.status === null || call.status >= 500;

/** Server errors that aren't clear: neither 503 with a time to try again, nor from a proxy whose shop is gone, nor an answer that never came. */
export function findUnclear({ calls }: Journal): string[] {
  const unclear = calls.filter(
    ({ status, hasRetryAfter }) => status !== null && status >= 500 && status !== 502 && status !== 504 && !(status === 503 && hasRetryAfter),
  );
  return [...new Set(unclear.map(({ kind, status, text }) => `${kind}: ${status} ${text}`))];
}

/** Counts every call by what it was answered with. */
export function describeAnswers({ calls }: Journal): string {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const answer = isSuccess(call) ? 'answered' : call.status === null ? 'unanswered' : String(call.status);
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  return [...counts].map(([answer, count]) => `${count} ${answer}`).join(', ');
}

export const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);
