import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hours } from '#contract/shared/durations.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/tables.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdapterWork } from '../services.ts';
import { type LastTries, noteFailure, readLastTries } from './queries.ts';

/** How often to check whether a backup is due. */
const LOOK_MS = 30_000;
/** When one that failed is tried again, at the latest. */
const RETRY_MS = hours(1);
const SCRIPT = fileURLToPath(new URL('../../../scripts/backup.ts', import.meta.url));

type Around = { db: Db; clock: Clock; onFault(message: string, error: unknown): void };

/** Runs scheduled backups, in one process at a time; none without an interval. */
export function scheduleBackups({ everyMs }: Config['backup'], { db, clock, onFault }: Around): AdapterWork[] {
  if (everyMs === null) return [];
  return [
    {
      name: 'backup',
      start(_deliver, isOurs) {
        let running: Promise<void> | null = null;
        let child: ChildProcess | null = null;
        let isStopping = false;
        const work = async (): Promise<void> => {
          const isDue = async () => isBackupDue(await readLastTries(db), clock.now(), everyMs);
          if (!(await isDue()) || isStopping) return;
          const fault = await runBackup((started) => {
            child = started;
          });
          if (fault === null || isStopping) return;
          onFault(`automatic backup: ${fault}`, null);
          // It ended before it could say so itself.
          if (await isDue()) await noteFailure(db, { at: clock.now(), message: fault });
        };
        const look = (): void => {
          if (running || !isOurs()) return;
          running = work()
            .catch((error) => onFault('checking whether a backup is due failed', error))
            .finally(() => {
              [running, child] = [null, null];
            });
        };
        const timer = setInterval(look, LOOK_MS);
        const first = setTimeout(look, 2500);
        return {
          async stop() {
            isStopping = true;
            clearInterval(timer);
            clearTimeout(first);
            child?.kill('SIGTERM');
            await running;
          },
        };
      },
    },
  ];
}

/** Whether a backup is due. */
export const isBackupDue = ({ madeAt, failedAt }: LastTries, now: number, everyMs: number): boolean =>
  isPast(madeAt, now, everyMs) && isPast(failedAt, now, Math.min(everyMs, RETRY_MS));

/** Whether a moment is this long ago. One as far in the future comes from a wrong clock. */
const isPast = (moment: number | null, now: number, ms: number): boolean => moment === null || Math.abs(now - moment) >= ms;

/**
 * Runs the backup in a separate process at the lowest priority, so that it takes neither memory nor CPU time from requests. Returns the error
 * output when it fails, otherwise null.
 */
function runBackup(onChild: (child: ChildProcess) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, '--scheduled'], { stdio: ['ignore', 'ignore', 'pipe'] });
    onChild(child);
    let input = '';
    child.stderr?.on('data', (chunk: Buffer) => (input = (input + chunk.toString()).slice(-2000)));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : input.trim() || `it exited with ${code}`));
  });
}
