import { hostname } from 'node:os';
import type { OperationsReport, QueueReport, RouteReport, ServiceReport } from '#contract/operations.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { CheckOutcome } from '../../http/health.ts';
import { type Observed, quantileOf } from '../../metrics/registry.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import type { Services } from '../../services.ts';
import { readLastBackup } from './last-backup.ts';
import { readDisk, readShopVersion, sizeOfFile } from './machine.ts';
import { countQueues, findLastBackup, findLeases, readDatabaseState } from './queries.ts';
import { judgeBackup, judgeCheck, judgeDisk, judgeQueue, judgeSearches, judgeService } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'metrics' | 'setup' | 'identity' | 'payments' | 'payouts' | 'images' | 'mailer' | 'publicConfig' | 'isAlone'> & {
  searchEngine: SearchEngine;
};

const SLOWEST = 20;
/** With fewer requests, a route's times mean little. */
const MIN_COUNT = 5;

type Merged = Omit<Observed, 'labels' | 'counts'> & { counts: number[]; method: string; route: string; failed: number };

/** The shop's status according to this process and the database. */
export async function reportOperations(needs: Needs, checks: CheckOutcome[]): Promise<OperationsReport> {
  const { db, clock, metrics, setup, searchEngine } = needs;
  const database = await readDatabaseState(db, setup.databaseFile === null);
  const listings = searchEngine.size();
  return {
    at: toIso(clock.now()),
    versions: { shop: await readShopVersion(), node: process.version, database: database.version, migration: database.migration },
    process: {
      host: hostname(),
      pid: process.pid,
      startedAt: toIso(Date.now() - process.uptime() * 1000),
      memoryBytes: process.memoryUsage.rss(),
      searches: judgeSearches(listings),
      listings,
    },
    checks: checks.map(({ name, fault }) => ({ name, ...judgeCheck(fault) })),
    services: servicesOf(needs),
    queues: await queuesOf(needs),
    routes: slowestRoutes(metrics.routes()),
    disk: await diskOf(needs, database.bytes),
    backup: await backupOf(needs),
    processes: await processesOf(needs),
    settings: setup.settings,
  };
}

function servicesOf({ metrics, mailer, payments, payouts, images, identity }: Needs): ServiceReport[] {
  const kinds: Record<ServiceReport['name'], string> = {
    mail: mailer.kind,
    payments: payments.kind,
    payouts: payouts.kind,
    images: images.kind,
    identity: identity.kind,
    webhooks: payments.kind,
  };
  const states = metrics.services();
  return (Object.keys(kinds) as ServiceReport['name'][]).map((name) => {
    const { lastSuccessAt, lastFailureAt, failure } = states[name];
    return { name, kind: kinds[name], lastSuccessAt: toIso(lastSuccessAt), lastFailureAt: toIso(lastFailureAt), failure, ...judgeService(name, states[name]) };
  });
}

async function queuesOf({ db, clock }: Needs): Promise<QueueReport[]> {
  const now = clock.now();
  const queues = await countQueues(db, now);
  return (Object.keys(queues) as QueueReport['name'][]).map((name) => {
    const { waiting, oldestAt } = queues[name];
    return { name, waiting, oldestAt: toIso(oldestAt), ...judgeQueue(name, queues[name], now) };
  });
}

/** The slowest routes, counting replies of every status. */
function slowestRoutes(observed: Observed[]): RouteReport[] {
  const routes = new Map<string, Merged>();
  for (const { labels, counts, sum, count } of observed) {
    const { method = '', route = '', status = '' } = labels;
    const known = routes.get(`${method} ${route}`) ?? { method, route, counts: counts.map(() => 0), sum: 0, count: 0, failed: 0 };
    routes.set(`${method} ${route}`, {
      ...known,
      counts: known.counts.map((one, index) => one + (counts[index] ?? 0)),
      sum: known.sum + sum,
      count: known.count + count,
      failed: known.failed + (status === '5xx' ? count : 0),
    });
  }
  const toMs = (merged: Merged, share: number): number => Math.round((quantileOf(merged, share) ?? 0) * 100_000) / 100;
  const reports = [...routes.values()].map((merged) => ({
    method: merged.method,
    route: merged.route,
    count: merged.count,
    failed: merged.failed,
    p50Ms: toMs(merged, 0.5),
    p95Ms: toMs(merged, 0.95),
    p99Ms: toMs(merged, 0.99),
  }));
  const often = reports.filter(({ count }) => count >= MIN_COUNT);
  return (often.length > 0 ? often : reports).toSorted((one, other) => other.p95Ms - one.p95Ms).slice(0, SLOWEST);
}

async function diskOf({ setup }: Needs, databaseBytes: number | null): Promise<OperationsReport['disk']> {
  const disk = await readDisk(setup.dataDir);
  const { databaseFile } = setup;
  return {
    ...disk,
    directory: setup.dataDir,
    databaseBytes: databaseFile === null ? databaseBytes : await sizeOfFile(databaseFile),
    walBytes: databaseFile === null ? null : await sizeOfFile(`${databaseFile}-wal`),
    ...judgeDisk(disk),
  };
}

async function backupOf({ db, clock, publicConfig }: Needs): Promise<OperationsReport['backup']> {
  const last = readLastBackup(await findLastBackup(db));
  return { at: toIso(last?.at ?? null), bytes: last?.bytes ?? null, file: last?.file ?? null, ...judgeBackup(last, clock.now(), publicConfig.demo) };
}

async function processesOf({ db, clock, isAlone }: Needs): Promise<OperationsReport['processes']> {
  // A process with its own database does all the work without leases.
  if (isAlone) return [{ host: hostname(), pid: String(process.pid), work: ['everything'] }];
  const holders = new Map<string, string[]>();
  for (const { name, holder } of await findLeases(db, clock.now())) holders.set(holder, [...(holders.get(holder) ?? []), name]);
  return [...holders].map(([holder, work]) => {
    const [host = '', pid = ''] = holder.split(' ');
    return { host, pid, work };
  });
}
