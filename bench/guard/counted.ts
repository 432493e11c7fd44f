import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Counts the instructions of processes with valgrind's callgrind: unlike processor time, they hardly depend on the machine or on what else it does. */
export type Counter = {
  /** Runs a script of Node under valgrind; its instructions are counted only during `count`. */
  program: string[];
  /** How many instructions a process runs on all its threads during the work, each time. */
  count(pid: number, work: () => Promise<void>, times: number): Promise<number[]>;
  remove(): void;
};

const call = promisify(execFile);

/** Throws a sentence where valgrind is missing. */
export async function createCounter(): Promise<Counter> {
  await call('valgrind', ['--version']).catch(() => {
    throw new Error('Instructions are counted by valgrind, which this machine doesn’t have (Debian: apt-get install valgrind).');
  });
  const folder = mkdtempSync(join(tmpdir(), 'redial-counted-'));
  const control = (pid: number, ...what: string[]) => call('callgrind_control', [...what, String(pid)]);
  const counted = (pid: number): number => {
    let sum = 0;
    for (const file of readdirSync(folder).filter((name) => name.startsWith(`${pid}.`))) {
      sum += Number(/^totals: (\d+)$/mu.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? 0);
      rmSync(join(folder, file));
    }
    return sum;
  };
  return {
    program: [
      'valgrind',
      '--tool=callgrind',
      '--quiet',
      '--instr-atstart=no',
      // The compiler of JavaScript replaces code that it has written before.
      '--smc-check=all-non-file',
      `--callgrind-out-file=${folder}/%p`,
      process.execPath,
      // Compiles everything at once, optimizes nothing and collects garbage at the same points in each run: which functions are optimized by when differs.
      '--predictable',
      '--always-sparkplug',
      '--no-maglev',
      '--no-turbofan',
    ],
    async count(pid, work, times) {
      const counts: number[] = [];
      // Turned on once: valgrind then translates all code anew, which takes longer than to count.
      await control(pid, '--instr=on');
      await control(pid, '--zero');
      for (let nth = 0; nth < times; nth += 1) {
        await work();
        await control(pid, '--dump');
        counts.push(counted(pid));
      }
      await control(pid, '--instr=off');
      return counts;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
