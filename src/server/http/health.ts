import type { FastifyInstance } from 'fastify';

/** One thing that a shop needs before it can serve: null when it is there, else a sentence for the operator. */
export type ReadyCheck = { name: string; look(): Promise<string | null> };
export type CheckOutcome = { name: string; fault: string | null };

declare module 'fastify' {
  interface FastifyInstance {
    /** Says from now on that this process is not ready any more; what is asked is answered all the same. */
    leave(): void;
    checkReadiness(): Promise<CheckOutcome[]>;
  }
}

const CHECK_MS = 8000;

/** `/healthz`: the process is alive. `/readyz`: it can serve requests, or 503 with what is missing. */
export function serveHealth(app: FastifyInstance, checks: ReadyCheck[]): void {
  let isLeaving = false;
  app.decorate('leave', () => {
    isLeaving = true;
  });
  app.decorate('checkReadiness', async () => [
    ...(isLeaving ? [{ name: 'stopping', fault: 'the shop is shutting down' }] : []),
    ...(await Promise.all(checks.map(within))),
  ]);
  // It has no budget: however many ask, one look is under way, and all hear of it.
  let looking: Promise<CheckOutcome[]> | null = null;
  const look = (): Promise<CheckOutcome[]> => {
    looking ??= app.checkReadiness().finally(() => {
      looking = null;
    });
    return looking;
  };
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const outcomes = isLeaving ? [{ name: 'stopping', fault: 'the shop is shutting down' }] : await look();
    const faults = outcomes.filter(({ fault }) => fault !== null);
    reply.status(faults.length === 0 ? 200 : 503).header('cache-control', 'no-store');
    return { status: faults[0]?.fault ?? 'ready', checks: Object.fromEntries(outcomes.map(({ name, fault }) => [name, fault ?? 'ok'])) };
  });
}

/** A check that hangs has failed: whoever asks does not wait for ever. */
async function within({ name, look }: ReadyCheck): Promise<CheckOutcome> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(`${name}: no answer in time`), CHECK_MS);
  try {
    return { name, fault: await Promise.race([look(), late.promise]) };
  } catch {
    return { name, fault: `${name}: the check failed` };
  } finally {
    clearTimeout(timer);
  }
}
