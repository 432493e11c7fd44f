import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';

/** A worker that lived shorter than this counts as crashing. */
const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Workers still running after this are killed. */
const STOP_MS = 9000;

export type Workers = {
  /** The address they all listen on. */
  address: string;
  stop(): Promise<void>;
};

/** Starts `count` workers on one port, and replaces each that dies. Returns null when they can't start; each worker reports its own error. */
export async function superviseWorkers(count: number, { logLevel, stopDelayMs }: { logLevel: string; stopDelayMs: number }): Promise<Workers | null> {
  let supervising = false;
  let shortLives = 0;

  const replace = (worker: Worker, bornAt: number, how: { code: number | null; signal: string | null }): void => {
    if (!supervising) return;
    shortLives = Date.now() - bornAt < SHORT_LIFE_MS ? shortLives + 1 : 0;
    const pauseMs = pauseAfter(shortLives);
    log(logLevel, { msg: 'a worker process died and is being replaced', worker: worker.process.pid, ...how, pauseMs });
    setTimeout(() => supervising && fork(), pauseMs);
  };

  const fork = (): Worker => {
    const bornAt = Date.now();
    const worker = cluster.fork();
    worker.once('exit', (code: number | null, signal: string | null) => replace(worker, bornAt, { code, signal }));
    return worker;
  };

  const stop = async (): Promise<void> => {
    supervising = false;
    await endAll(alive(), stopDelayMs);
  };

  // Whatever stops the first worker would stop all of them.
  const address = await listening(fork());
  if (address === null) return null;
  supervising = true;
  const others = await Promise.all(Array.from({ length: count - 1 }, () => listening(fork())));
  if (!others.includes(null)) return { address, stop };
  await stop();
  return null;
}

/** The delay before the next worker, after this many short lives in a row. */
export const pauseAfter = (shortLives: number): number => (shortLives === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (shortLives - 1), LONGEST_PAUSE_MS));

/** Writes one line in the format of the workers' log. */
function log(level: string, line: Record<string, unknown>): void {
  if (level !== 'silent' && level !== 'fatal') process.stdout.write(`${JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, ...line })}\n`);
}

/** Throws when some had to be killed. */
async function endAll(workers: Worker[], delayMs: number): Promise<void> {
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    for (const worker of workers) worker.process.kill('SIGKILL');
  }, STOP_MS + delayMs);
  await Promise.all(
    workers.map(async (worker) => {
      const ended = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      await ended;
    }),
  );
  clearTimeout(late);
  if (isLate) throw new Error('worker processes had to be killed');
}

const alive = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];

/** The address that a worker listens on; null when it exits first. */
function listening(worker: Worker): Promise<string | null> {
  return new Promise((resolve) => {
    worker.once('message', ({ address }: { address: string }) => resolve(address));
    worker.once('exit', () => resolve(null));
  });
}
