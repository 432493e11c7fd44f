import type { FastifyInstance } from 'fastify';
import { mailNotices } from './features/notices/index.ts';
import { sweepHolds, sweepPayments } from './features/payments/index.ts';
import { createInjectFetch } from './http/inject-fetch.ts';
import type { Background, Services } from './services.ts';

/** How often the card provider is asked, and how often the shop looks at its own books. */
const ASK_MS = 30_000;
const LOOK_MS = 3000;

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

/** Starts what goes on beside requests: the adapters' own work, the sweeps of payments and holds, and mails. */
export const startBackground = (app: FastifyInstance, services: Services): Background => {
  const deliver = createInjectFetch(app);
  const failed = (what: string) => (error: unknown) => app.log.error({ err: error }, `${what} failed`);
  const running = [
    ...services.background.map((start) => start(deliver)),
    repeat(
      () => sweepPayments(services, (intentId, error) => app.log.warn({ intentId, err: error }, 'the card provider did not do its part')),
      ASK_MS,
      failed('bringing payments in line with the card provider'),
    ),
    repeat(() => sweepHolds(services), LOOK_MS, failed('passing on holds')),
    repeat(() => mailNotices(services, (error) => app.log.warn({ err: error }, 'a mail could not be sent')), LOOK_MS, failed('mailing notices')),
  ];
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
};
