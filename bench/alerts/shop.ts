import { createApp } from '#server/app.ts';
import { compose } from '#server/composition.ts';
import { readConfig } from '#server/config/config.ts';
import { backgroundJobs } from '#server/process/jobs.ts';
import { nextTurn } from '#server/turns.ts';
import { type Watched, watchProcess } from './watch.ts';

// The shop in a process of its own, whose background work another process controls: see `control.ts`.

/** `run`: that job once. `repeat`: these jobs as often as in a running shop, instead of those before. */
export type Order = { run: string } | { repeat: string[] } | { stop: true };
export type Answer = { url: string; jobs: string[] } | (Watched & { seconds: number }) | { done: true };

const config = readConfig(process.env);
const watch = watchProcess();
const { services, close } = await compose(config, { onFault: (message, error) => process.stderr.write(`${message} ${String(error)}\n`) });
const app = await createApp(services, { logLevel: 'error', checkReplies: false, dev: false, cacheBytes: config.cacheBytes });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const jobs = backgroundJobs(app, services);
let timers: NodeJS.Timeout[] = [];
const running = new Set<Promise<unknown>>();

process.on('message', (order: Order) => void carryOut(order).then((answer) => process.send?.(answer)));
process.send?.({ url, jobs: jobs.map(({ name }) => name) } satisfies Answer);

async function carryOut(order: Order): Promise<Answer> {
  if ('run' in order) return runOnce(order.run);
  for (const timer of timers) clearInterval(timer);
  timers = [];
  await Promise.all(running);
  if ('repeat' in order) timers = jobs.filter(({ name }) => order.repeat.includes(name)).map(({ work, everyMs }) => repeat(work, everyMs));
  else {
    await app.close();
    await close();
  }
  return { done: true };
}

async function runOnce(name: string): Promise<Answer> {
  watch.begin();
  const began = performance.now();
  await nextTurn();
  await jobs.find((job) => job.name === name)?.work();
  return { ...watch.read(), seconds: (performance.now() - began) / 1000 };
}

function repeat(work: () => Promise<unknown>, everyMs: number): NodeJS.Timeout {
  let present: Promise<unknown> | null = null;
  return setInterval(() => {
    if (present) return;
    present = nextTurn()
      .then(work)
      .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      .finally(() => {
        if (present) running.delete(present);
        present = null;
      });
    running.add(present);
  }, everyMs);
}
