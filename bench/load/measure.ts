import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Outcome, Plan } from './generate.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');

/** Runs the plan in a separate process. */
export async function measure(plan: Plan): Promise<Outcome> {
  const worker = fork(WORKER, { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] });
  const ended = once(worker, 'exit');
  const answered = once(worker, 'message');
  worker.send(plan);
  const [outcome] = (await Promise.race([
    answered,
    ended.then(([code]) => {
      throw new Error(`the load generator ended with ${code}`);
    }),
  ])) as [Outcome];
  worker.disconnect();
  await ended;
  return outcome;
}
