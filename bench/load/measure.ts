import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Plan } from './generate.ts';
import type { Tally } from './tally.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');

/** Runs the plan in a separate process. Returns what it measured. */
export async function measure(plan: Plan): Promise<Tally> {
  const worker = fork(WORKER, { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] });
  const ended = once(worker, 'exit');
  const answered = once(worker, 'message');
  worker.send(plan);
  const [tally] = (await Promise.race([
    answered,
    ended.then(([code]) => {
      throw new Error(`the load generator ended with ${code}`);
    }),
  ])) as [Tally];
  await ended;
  return tally;
}
