import type { FastifyInstance } from 'fastify';

/** Something the shop needs before it can serve: `look` returns null when it is available, else a sentence for the operator. */
export type ReadyCheck = { name: string; look(): Promise<string | null> };
export type CheckOutcome = { name: string; fault: string | null };

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/readyz` says that this process isn't ready; requests are still answered. */
    leave(): void;
    checkReadiness(): Promise<CheckOutcome[]>;
  }
}

const CHECK_MS = 8000;

/** `/healthz`: the process is alive. `/readyz`: it can serve requests; otherwise 503 with what is missing. */
export function serveHealth(app: FastifyInstance, checks: ReadyCheck[]): void {
  let isLeaving = false;
  app.decorate('leave', () => {
    isLeaving = true;
  });
  app.decorate('checkReadiness', async () => [
    ...(isLeaving ? [{ name: 'stopping', fault: 'the shop is shutting down' }] : []),
    ...(await Promise.all(checks.map(within))),
  ]);
  // This route is free of charge, so all concurrent requests share one check.
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

/** A check that hangs counts as failed, so the reply can't wait forever. */
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
