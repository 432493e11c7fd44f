import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { temporaryRoot } from './temporary-root.ts';

/** How a server is stopped: `fast` closes its connections properly, `immediate` acts like a power cut. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

export type PostgresServer = {
  url: string;
  /** Stops the server, and keeps its data. */
  halt(how: keyof typeof SIGNALS): Promise<void>;
  /** Restarts it on the same port; does nothing while it runs. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
};

const DEBIAN = '/usr/lib/postgresql';
const START_MS = 20_000;
/** What must be free in memory for a server without `fsync`: its log alone takes up to a gigabyte. */
const ENOUGH_BYTES = 5 * 2 ** 30;

type PostgresOptions = {
  /** Write to disk before a commit is acknowledged, like in production; most tests do without. */
  fsync?: boolean;
  settings?: Record<string, string>;
  /** The server that this one replicates; otherwise it is new and empty. */
  follows?: PostgresServer;
};

/** Starts a server for tests that stop and start it; throws on a machine without PostgreSQL. */
export function startOwnPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = findPostgres();
  if (!programs) throw new Error('This machine has no PostgreSQL (Debian: apt-get install postgresql).');
  return startPostgres(programs, options);
}

/** Finds PostgreSQL's programs on this machine; null when there are none. */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres'))) ?? null;
}

/** Starts a PostgreSQL server in a temporary directory, on a free local port. In memory, a test's database is created in a fraction of the time. */
export async function startPostgres(programs: string, { fsync = false, settings = {}, follows }: PostgresOptions = {}): Promise<PostgresServer> {
  const directory = mkdtempSync(join(fsync ? tmpdir() : temporaryRoot(ENOUGH_BYTES), 'redial-postgres-'));
  const as = postgresOwner();
  if (as.uid !== undefined && as.gid !== undefined) chownSync(directory, as.uid, as.gid);
  const cluster = join(directory, 'cluster');
  const make = follows
    ? ['pg_basebackup', '-D', cluster, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', follows.url]
    : ['initdb', '-D', cluster, '-U', 'redial', '-A', 'trust', '-E', 'UTF8', '--lc-ctype=C.UTF-8', '--no-sync'];
  execFileSync(join(programs, make[0] ?? ''), make.slice(1), { ...as, cwd: directory, stdio: 'pipe' });
  const port = await findFreePort();
  const url = `postgres://redial@127.0.0.1:${port}/postgres`;
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: directory,
    fsync: fsync ? 'on' : 'off',
    // A test's rows are gone before it would pay.
    autovacuum: 'off',
    max_connections: '300',
    ...settings,
  };
  const args = ['-D', cluster, '-p', String(port), ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  let child: ChildProcess | null = null;

  const halt = async (how: keyof typeof SIGNALS): Promise<void> => {
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill(SIGNALS[how]);
    await ended;
    child = null;
  };
  const start = async (): Promise<void> => {
    if (child) return;
    child = spawn(join(programs, 'postgres'), args, { ...as, cwd: directory, stdio: 'ignore' });
    await untilAnswering(url, child);
  };
  const stop = async (): Promise<void> => {
    await halt('fast');
    rmSync(directory, { recursive: true, force: true });
  };
  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, halt, start, stop };
}

/** PostgreSQL refuses to run as root, so it then runs as its own user. */
export function postgresOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await wait(100)) {
    if (child.exitCode !== null) break;
    const client = new pg.Client({ connectionString: url });
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    if (answers) return client.end();
  }
  throw new Error('PostgreSQL did not start');
}
