import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment } from './shared/replies.ts';

/** `good`: nothing to do. `watch`: check again later. `act`: the operator should follow `advice`. `unused`: nothing to report. */
export const Condition = z.enum(['good', 'watch', 'act', 'unused']);
export type Condition = z.infer<typeof Condition>;

const Judged = z.object({
  condition: Condition,
  /** What it means, and what to do about it if anything. */
  advice: z.string(),
});

/** A service as seen by the process that replies. */
export const ServiceReport = Judged.extend({
  name: z.enum(['mail', 'payments', 'payouts', 'images', 'identity', 'webhooks']),
  kind: z.string(),
  lastSuccessAt: Moment.nullable(),
  lastFailureAt: Moment.nullable(),
  failure: z.string().nullable(),
});
export type ServiceReport = z.infer<typeof ServiceReport>;

/** A queue of waiting work. `oldestAt`: when its oldest item was added. */
export const QueueReport = Judged.extend({
  name: z.enum(['mails', 'mails_given_up', 'refunds', 'payments_to_cancel', 'uploads', 'pictures_to_sweep', 'holds']),
  waiting: z.int().nonnegative(),
  oldestAt: Moment.nullable(),
});
export type QueueReport = z.infer<typeof QueueReport>;

/** A route as measured by the process that replies since it started. */
export const RouteReport = z.object({
  method: z.string(),
  route: z.string(),
  count: z.int().positive(),
  /** Replies with a status of 500 or above. */
  failed: z.int().nonnegative(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
});
export type RouteReport = z.infer<typeof RouteReport>;

const Bytes = z.int().nonnegative();

export const OperationsReport = z.object({
  at: Moment,
  versions: z.object({ shop: z.string(), node: z.string(), database: z.string(), migration: z.string() }),
  /** The process that replies. */
  process: z.object({ host: z.string(), pid: z.int(), startedAt: Moment, memoryBytes: Bytes, searches: Judged, listings: z.int().nonnegative().nullable() }),
  checks: z.array(Judged.extend({ name: z.string() })),
  services: z.array(ServiceReport),
  queues: z.array(QueueReport),
  routes: z.array(RouteReport),
  disk: Judged.extend({ directory: z.string(), freeBytes: Bytes, totalBytes: Bytes, databaseBytes: Bytes.nullable(), walBytes: Bytes.nullable() }),
  backup: Judged.extend({ at: Moment.nullable(), bytes: Bytes.nullable(), file: z.string().nullable() }),
  /** The processes doing background work now, on any machine. */
  processes: z.array(z.object({ host: z.string(), pid: z.string(), work: z.array(z.string()) })),
  /** `value` is null where it could be a secret or personal. */
  settings: z.array(z.object({ name: z.string(), value: z.string().nullable(), isSet: z.boolean() })),
});
export type OperationsReport = z.infer<typeof OperationsReport>;

export const operationsCalls = {
  'GET /operations': {
    summary: 'Returns the shop’s status: versions, services, queues, slowest routes, disk, last backup, and settings without secrets.',
    access: 'admin',
    rows: 'any',
    reply: OperationsReport,
  },
} as const satisfies Record<string, Endpoint>;
