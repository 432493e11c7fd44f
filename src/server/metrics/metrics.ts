import type { PoolState } from '../db/postgres.ts';
import type { Clock } from '../ports/clock.ts';
import type { Tracer } from '../ports/tracer.ts';
import { createRegistry, type Observed, type Registry, type Timing } from './registry.ts';

/** Services outside the shop, or that could be. */
export type ServiceName = 'mail' | 'payments' | 'payouts' | 'images' | 'identity' | 'webhooks';

/** How a service fared in this process, in epoch ms. `failure`: the last error, without personal data or secrets. */
export type ServiceState = { lastSuccessAt: number | null; lastFailureAt: number | null; failure: string | null };

/** This process's measurements. Every recorded value is a number, a constant of the code or a time. */
export type Metrics = {
  registry: Registry;
  /** The series for one kind of reply; frequent callers should keep it. `route` is a pattern, never an address. */
  requests(method: string, route: string, status: number): Timing;
  /** Timings of every requested route, by method and status class. */
  routes(): Observed[];
  refused(code: string): void;
  cachedReply(isHit: boolean): void;
  query(sql: string, durationMs: number, isFailed: boolean): void;
  connectionLost(): void;
  payment(outcome: 'kept' | 'refund_due' | 'refunded'): void;
  /** Counts a run of background work, done or failed. */
  worked(name: string, isDone: boolean): void;
  called(service: ServiceName, call: string, outcome: { durationMs: number; failure: string | null }): void;
  services(): Record<ServiceName, ServiceState>;
  /** The connection pools that are open. */
  pools: (() => PoolState)[];
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const KINDS = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback']);

/** Also records statements and calls in the current trace, if there is a tracer. */
export function createMetrics(clock: Clock, tracer: Tracer | null): Metrics {
  const registry = createRegistry();
  const requests = registry.histogram('redial_http_request_duration_seconds', 'Replies by route, method and status class.');
  const refusals = registry.counter('redial_refusals_total', 'Rejected requests by error code.');
  const stored = registry.counter('redial_cached_replies_total', 'Cacheable replies: served from the cache (hit) or built (miss).');
  const queries = registry.histogram('redial_database_query_duration_seconds', 'SQL statements by their first word.');
  const queryErrors = registry.counter('redial_database_errors_total', 'Failed SQL statements by their first word.');
  const lost = registry.counter('redial_database_connections_lost_total', 'Database connections lost while idle.');
  const payments = registry.counter('redial_payments_total', 'Payments handled by this process, by outcome.');
  const work = registry.counter('redial_background_runs_total', 'Background jobs of this process, by outcome.');
  const calls = registry.histogram('redial_service_call_duration_seconds', 'Calls to outside services, by service, call and outcome.');
  const [hits, misses] = [stored.of({ outcome: 'hit' }), stored.of({ outcome: 'miss' })];
  /** By status, method and route: cached replies must be counted fast. */
  const series = new Map<string, Timing>();
  const timings = new Map<string, Timing>();
  const services: Record<ServiceName, ServiceState> = {
    mail: unseen(),
    payments: unseen(),
    payouts: unseen(),
    images: unseen(),
    identity: unseen(),
    webhooks: unseen(),
  };

  return {
    registry,
    requests(method, route, status) {
      const kind = Math.floor(status / 100);
      const key = `${kind}${method} ${route}`;
      const known = series.get(key);
      if (known) return known;
      const timing = requests.of({ method: METHODS.has(method) ? method : 'other', route, status: `${kind}xx` });
      if (METHODS.has(method)) series.set(key, timing);
      return timing;
    },
    routes: () => requests.read(),
    refused: (code) => refusals.of({ code }).add(),
    cachedReply: (isHit) => (isHit ? hits : misses).add(),
    query(sql, durationMs, isFailed) {
      const kind = kindOfQuery(sql);
      const timing = timings.get(kind) ?? queries.of({ kind });
      timings.set(kind, timing);
      timing.observe(durationMs / 1000);
      if (isFailed) queryErrors.of({ kind }).add();
      tracer?.record(`${kind} database`, {
        durationMs,
        isFailed,
        kind: 'client',
        attributes: { 'db.operation.name': kind, 'db.query.text': sql.slice(0, 2000) },
      });
    },
    connectionLost: () => lost.of({}).add(),
    payment: (outcome) => payments.of({ outcome }).add(),
    worked: (name, isDone) => work.of({ work: name, outcome: isDone ? 'done' : 'failed' }).add(),
    called(service, call, { durationMs, failure }) {
      calls.of({ service, call, outcome: failure === null ? 'ok' : 'failed' }).observe(durationMs / 1000);
      const state = services[service];
      if (failure === null) state.lastSuccessAt = clock.now();
      else Object.assign(state, { lastFailureAt: clock.now(), failure });
      tracer?.record(`${service} ${call}`, { durationMs, isFailed: failure !== null, kind: 'client', attributes: { 'redial.service': service } });
    },
    services: () => structuredClone(services),
    pools: [],
  };
}

const unseen = (): ServiceState => ({ lastSuccessAt: null, lastFailureAt: null, failure: null });

/** The kind of a statement: `select`, `insert` … */
function kindOfQuery(sql: string): string {
  const word = /^[\s(]*(\w+)/u.exec(sql)?.[1]?.toLowerCase() ?? '';
  return KINDS.has(word) ? word : 'other';
}
