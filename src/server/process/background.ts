import type { FastifyInstance } from 'fastify';
import { createInjectFetch } from '../http/inject-fetch.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Background, Services } from '../services.ts';
import { nextTurn } from '../turns.ts';
import { backgroundJobs, type Job } from './jobs.ts';
import { leaseAlways, maintainLeases } from './leases.ts';

type Repeating = Background & { run(): void };

/**
 * Starts background work: the adapters' own, the sweeps of payments and reservations, sending email and more. Each kind runs in one of the
 * processes on a database at a time; if that process dies, another takes over within seconds. Call when the server listens, since emails link to
 * it.
 */
export function startBackground(app: FastifyInstance, services: Services): Background {
  const listed = backgroundJobs(app, services);
  const shared = services.background.filter(({ byEach }) => !byEach);
  const names = [...listed, ...shared].map(({ name }) => name);
  // Deferred until `pieces` exists: leases that need no database are taken immediately.
  const onTaken = (name: string) => void setImmediate(() => pieces.get(name)?.run());
  const onError = (error: unknown) => app.log.error({ err: error }, 'renewing leases failed');
  const leases = services.isAlone ? leaseAlways(names, onTaken) : maintainLeases({ ...services, names, onTaken, onError });
  const isOurs = (name: string) => () => leases.has(name);
  const pieces = new Map(listed.map((piece) => [piece.name, repeat(piece, isOurs(piece.name), services.metrics)]));
  const deliver = createInjectFetch(app);
  const adapters = services.background.map(({ name, start }) => start(deliver, isOurs(name)));
  return {
    async stop() {
      await Promise.all([...pieces.values(), ...adapters].map((one) => one.stop()));
      await leases.stop();
    },
  };
}

/** Repeats a piece of work while this process has its lease, without overlap, until stopped. */
function repeat({ name, work, everyMs, onError, hurry }: Job, isOurs: () => boolean, metrics: Pick<Metrics, 'worked'>): Repeating {
  let running: Promise<unknown> | null = null;
  let isStopped = false;
  const run = () => {
    // A lease may still be taken while other work stops.
    if (running || isStopped || !isOurs()) return;
    running = nextTurn()
      .then(work)
      .then(
        () => metrics.worked(name, true),
        (error: unknown) => {
          metrics.worked(name, false);
          onError(error);
        },
      )
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, everyMs);
  return {
    run,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      hurry?.();
      await running;
    },
  };
}
