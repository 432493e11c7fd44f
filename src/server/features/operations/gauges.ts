import type { PoolState } from '../../db/postgres.ts';
import type { ByteCache } from '../../http/byte-cache.ts';
import type { SharedReads } from '../../http/shared-reads.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import type { Services } from '../../services.ts';
import { countOpenFiles, createLoopClock, readDisk, readShopVersion, sizeOfFile } from './machine.ts';
import { countQueues, countSessions, type Queues } from './queries.ts';

/** Queries the database only this often, however frequent scrapes are. */
const COUNT_EVERY_MS = 10_000;

type Needs = Pick<Services, 'db' | 'clock' | 'metrics' | 'setup'>;
type Counted = { queues: Queues; sessions: number };

type Measured = { searchEngine: SearchEngine; cache: ByteCache; sharedReads: Pick<SharedReads, 'size'> };

/** Adds the gauges that are read at each scrape. `stop` ends their background work. */
export function addGauges(services: Needs, { searchEngine, cache, sharedReads }: Measured): { stop(): void } {
  const { metrics, clock } = services;
  const { registry } = metrics;
  const counts = createCounts(services);
  const version = readShopVersion();
  registry.gauge('redial_build_info', 'Versions.', async () => [{ labels: { version: await version, node: process.version }, value: 1 }]);
  measureDatabase(services);
  registry.gauge('redial_cached_replies', 'Replies cached in memory.', () => cache.size().entries);
  registry.gauge(
    'redial_cached_replies_bytes',
    'Memory used by cached replies, and by what people who are logged in share.',
    () => cache.size().bytes + sharedReads.size(),
  );
  registry.gauge('redial_search_index_ready', '1: searches are answered; 0: what is on sale is being read.', () => (searchEngine.size() === null ? 0 : 1));
  registry.gauge('redial_search_index_listings', 'Listings on sale in this process’s search index.', () => searchEngine.size());
  registry.gauge('redial_waiting', 'Waiting items, by queue; holds are phones reserved while somebody pays.', async () =>
    Object.entries((await counts()).queues).map(([queue, { waiting }]) => ({ labels: { queue }, value: waiting })),
  );
  registry.gauge('redial_waiting_oldest_seconds', 'Age of the oldest item, by queue.', async () =>
    Object.entries((await counts()).queues).flatMap(([queue, { oldestAt }]) =>
      oldestAt === null ? [] : [{ labels: { queue }, value: Math.max(0, clock.now() - oldestAt) / 1000 }],
    ),
  );
  registry.gauge('redial_sessions', 'Active sessions.', async () => (await counts()).sessions);
  return measureProcess(services);
}

function createCounts({ db, clock }: Needs): () => Promise<Counted> {
  let [askedAt, counts]: [number, Promise<Counted> | null] = [0, null];
  const count = async (): Promise<Counted> => ({ queues: await countQueues(db, clock.now()), sessions: await countSessions(db, clock.now()) });
  return () => {
    const now = performance.now();
    if (counts === null || now - askedAt > COUNT_EVERY_MS) [askedAt, counts] = [now, count()];
    return counts;
  };
}

function measureDatabase({ metrics, setup }: Needs): void {
  const { registry } = metrics;
  registry.gauge('redial_database_pool_connections', 'This process’s PostgreSQL connections, and requests waiting for one.', () => {
    const pools = metrics.pools.map((read) => read());
    const sum = (state: keyof PoolState): number => pools.reduce((total, pool) => total + pool[state], 0);
    return pools.length > 0 ? (['total', 'idle', 'waiting'] as const).map((state) => ({ labels: { state }, value: sum(state) })) : null;
  });
  const { databaseFile } = setup;
  if (databaseFile !== null) {
    registry.gauge('redial_database_file_bytes', 'Size of the SQLite file.', () => sizeOfFile(databaseFile));
    registry.gauge('redial_database_wal_bytes', 'Size of the SQLite write-ahead log.', () => sizeOfFile(`${databaseFile}-wal`));
  }
  registry.gauge('redial_disk_bytes', 'Size and free space of the file system with the data directory.', async () => {
    const { freeBytes, totalBytes } = await readDisk(setup.dataDir);
    return [
      { labels: { kind: 'free' }, value: freeBytes },
      { labels: { kind: 'total' }, value: totalBytes },
    ];
  });
}

function measureProcess({ metrics: { registry }, clock }: Needs): { stop(): void } {
  const loop = createLoopClock();
  const startedAt = clock.now() - process.uptime() * 1000;
  registry.gauge('process_start_time_seconds', 'Start time of this process, in seconds since 1970.', () => startedAt / 1000);
  registry.gauge('process_resident_memory_bytes', 'Resident memory of this process.', () => process.memoryUsage.rss());
  registry.gauge('nodejs_heap_bytes', 'JavaScript heap and external memory.', () => {
    const { heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
    return Object.entries({ total: heapTotal, used: heapUsed, external, array_buffers: arrayBuffers }).map(([kind, value]) => ({ labels: { kind }, value }));
  });
  registry.gauge('process_cpu_seconds', 'CPU time of this process, by kind.', () => {
    const { user, system } = process.cpuUsage();
    return [
      { labels: { kind: 'user' }, value: user / 1e6 },
      { labels: { kind: 'system' }, value: system / 1e6 },
    ];
  });
  registry.gauge('process_open_fds', 'Open files and sockets.', countOpenFiles);
  registry.gauge(
    'nodejs_active_resources',
    'Resources that keep the process running, such as sockets and timers.',
    () => process.getActiveResourcesInfo().length,
  );
  registry.gauge('nodejs_eventloop_delay_seconds', 'Event loop delay since the last scrape.', () => {
    const delays = loop.read();
    return delays && Object.entries(delays).map(([quantile, value]) => ({ labels: { quantile }, value }));
  });
  return loop;
}
