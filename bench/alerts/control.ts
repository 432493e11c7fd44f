import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processorMicrosOf } from '../process-facts.ts';
import type { Answer, Order } from './shop.ts';
import type { Watched } from './watch.ts';

const POLL_MS = 200;

/** Starts the shop of `shop.ts` on a filled database, and waits until it searches. */
export async function startControlled(settings: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'shop.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'],
    env: { ...settings },
  });
  const pid = child.pid ?? 0;
  const ended = once(child, 'exit');
  const next = async <A extends Answer>(): Promise<A> => {
    const [answer] = (await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('the shop ended')))])) as [A];
    return answer;
  };
  const order = <A extends Answer>(what: Order): Promise<A> => {
    child.send(what);
    return next<A>();
  };
  const { url, jobs } = await next<{ url: string; jobs: string[] }>();
  while (!(await fetch(`${url}/api/searchProducts?search=phone&limit=1`)).ok) await wait(POLL_MS);
  return {
    url,
    jobs,
    /** Runs a job once. */
    run: (name: string) => order<Watched & { seconds: number }>({ run: name }),
    /** From now on, only these jobs run, as often as in a running shop. */
    repeat: (names: string[]) => order<{ done: true }>({ repeat: names }),
    /** Processor time so far, in milliseconds; 0 except on Linux. */
    processorMs: () => (processorMicrosOf([pid]) ?? 0) / 1000,
    async stop() {
      await order({ stop: true });
      child.disconnect();
      await ended;
    },
  };
}

export type Controlled = Awaited<ReturnType<typeof startControlled>>;
