import { type SQLInputValue, type StatementResultingChanges, StatementSync } from 'node:sqlite';

/** Milliseconds, but for `rows`: those that statements changed. `longestWork`: processor time between two ticks of the timer, whatever other programs do. */
export type Watched = { rows: number; longestTransaction: number; longestDelay: number; p99Delay: number; longestWork: number };

const TICK_MS = 1;

type Run = (this: StatementSync, ...values: SQLInputValue[]) => StatementResultingChanges;

/** Watches what SQLite does in this process, and how late a timer of a millisecond is. */
export function watchProcess() {
  let seen = { rows: 0, longestTransaction: 0 };
  let delays: number[] = [];
  let longestWork = 0;
  let began: number | null = null;
  // One of its two signatures, which is how the shop calls it.
  const run: Run = StatementSync.prototype.run as Run;
  const watched: Run = function (this, ...values) {
    const start = performance.now();
    if (this.sourceSQL === 'begin') began = start;
    const result = run.apply(this, values);
    if (/^(insert|update|delete) /iu.test(this.sourceSQL)) seen.rows += Number(result.changes);
    if (this.sourceSQL === 'commit' || began === null) {
      seen.longestTransaction = Math.max(seen.longestTransaction, performance.now() - (began ?? start));
      began = null;
    }
    return result;
  };
  StatementSync.prototype.run = watched as typeof StatementSync.prototype.run;
  let [last, lastWork] = [performance.now(), workMs()];
  const tick = () => {
    const [now, work] = [performance.now(), workMs()];
    delays.push(Math.max(0, now - last - TICK_MS));
    longestWork = Math.max(longestWork, work - lastWork);
    [last, lastWork] = [now, work];
    setTimeout(tick, TICK_MS).unref();
  };
  tick();
  return {
    begin() {
      [seen, delays] = [{ rows: 0, longestTransaction: 0 }, []];
      [last, lastWork, longestWork] = [performance.now(), workMs(), 0];
    },
    read(): Watched {
      // A job that never let the timer run made it as late as this.
      const sorted = [...delays, performance.now() - last].toSorted((one, other) => one - other);
      return { ...seen, longestWork, longestDelay: sorted.at(-1) ?? 0, p99Delay: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
    },
  };
}

function workMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
