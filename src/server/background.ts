import type { FastifyInstance } from 'fastify';
import { sweepRefunds } from './features/payments/index.ts';
import { createInjectFetch } from './http/inject-fetch.ts';
import type { Background, Services } from './services.ts';

const SWEEP_MS = 30_000;

/** Repeats a piece of work, never twice at once, until it is stopped. */
const repeat = (work: () => Promise<unknown>, everyMs: number, onError: (error: unknown) => void): Background => {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const run = () => {
    if (busy) return;
    busy = true;
    running = work()
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  };
  const timer = setInterval(run, everyMs);
  run();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};

/** Starts what goes on beside requests: the adapters' own work, and refunds that are still due. */
export const startBackground = (app: FastifyInstance, services: Services): Background => {
  const deliver = createInjectFetch(app);
  const running = [
    ...services.background.map((start) => start(deliver)),
    repeat(
      () => sweepRefunds(services),
      SWEEP_MS,
      (error) => app.log.error({ err: error }, 'sweeping refunds failed'),
    ),
  ];
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
};
