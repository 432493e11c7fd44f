import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '#test/support/free-port.ts';
import { postgresOwner } from '#test/support/postgres-server.ts';

export type StoredPostgres = { url: string; stop(): Promise<void> };

const START_MS = 60_000;
/** As an operator would configure a shop of this size: durable at every commit, with memory for a million listings. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
};

/** Starts a PostgreSQL server on a free port of this machine; its directory keeps the data for the next run. */
export async function startStoredPostgres(programs: string, directory: string): Promise<StoredPostgres> {
  const as = postgresOwner();
  const cluster = makeCluster(programs, directory, as);
  const port = await findFreePort();
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: directory }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, '-p', String(port), ...settings], { ...as, cwd: directory, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  const url = `postgres://redial@127.0.0.1:${port}/postgres`;
  for (const end = Date.now() + START_MS; Date.now() < end && child.exitCode === null; await wait(100)) if (await isAnswering(url)) return { url, stop };
  if (child.exitCode === null) await stop();
  throw new Error('PostgreSQL did not start');
}

function makeCluster(programs: string, directory: string, as: ReturnType<typeof postgresOwner>): string {
  const cluster = join(directory, 'cluster');
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster;
  mkdirSync(directory, { recursive: true });
  if (as.uid !== undefined && as.gid !== undefined) chownSync(directory, as.uid, as.gid);
  execFileSync(join(programs, 'initdb'), ['-D', cluster, '-U', 'redial', '-A', 'trust', '-E', 'UTF8'], { ...as, cwd: directory, stdio: 'pipe' });
  return cluster;
}

function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(
    async () => {
      await client.end();
      return true;
    },
    () => false,
  );
}
