import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseConfig, openDatabase } from '#server/db/database.ts';
import type { Db } from '#server/db/tables.ts';
import { findPostgres } from '#test/support/postgres-server.ts';
import { readDocumented } from './documented.ts';
import { type Load, startLoad } from './load/load.ts';
import { endAllDaemons, type Owner, signalAll, until } from './machines/daemons.ts';
import { isEtcdWhole } from './machines/etcd.ts';
import { createMachine, type Machine, type Site } from './machines/machine.ts';
import { buildNetwork, NAMES, type Name, type Network, shareNetwork } from './machines/network.ts';
import { findByRole, onDatabase, untilWhole } from './machines/patroni.ts';
import { type Front, planFront, startProxies } from './proxies.ts';
import { findShopPorts, type Shops, startShops } from './shops.ts';

/** Space of each machine's disk. */
const DISK = '1g';
const START_MS = 90_000;

/** The whole set-up of the handbook's page about clusters. */
export type Trial = { site: Site; machines: Machine[]; front: Front; shops: Shops; load: Load; stop(): Promise<void> };

/** Everything that is stopped at the end, even if the beginning failed. */
export type Beginnings = { directory: string; machines: Machine[]; shops: Shops | null; load: Load | null };

export function prepareDirectory(): Beginnings {
  return { directory: mkdtempSync(join(tmpdir(), 'redial-cluster-')), machines: [], shops: null, load: null };
}

/** Builds the cluster as the handbook says, starts two shops and the load on them. */
export async function buildTrial(made: Beginnings, { isIsolated, say }: { isIsolated: boolean; say: (line: string) => void }): Promise<Trial> {
  const { directory, machines } = made;
  const owner = postgresUser();
  for (const part of ['logs', 'backup', 'shop', ...NAMES]) mkdirSync(join(directory, part));
  // Databases run as another user than this process.
  for (const part of [directory, join(directory, 'backup')]) if (owner) chownSync(part, owner.uid, owner.gid);
  if (isIsolated) for (const name of NAMES) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'cluster', join(directory, name)]);
  const site: Site = { directory, owner, network: isIsolated ? buildNetwork({ directory }) : shareOne(machines), postgres: findPostgres() ?? '' };
  machines.push(...NAMES.map((name) => createMachine(name, site)));

  for (const machine of machines) machine.startEtcd();
  await until('etcd’s members', () => isEtcdWhole(machines), { withinMs: START_MS });
  for (const machine of machines) machine.startPatroni();
  await untilWhole(machines, START_MS);
  const leader = await findByRole(machines, 'leader');
  if (!leader) throw new Error('there is no primary');
  const statements = readDocumented('psql -h PRIMARY -U postgres').trim().split('\n');
  for (const statement of statements) await onDatabase(leader, statement);
  say('three PostgreSQL servers, a primary, a synchronous standby and a replica');

  const front = planFront(site, await findShopPorts());
  startProxies(site, front);
  made.shops = await startShops(directory, front);
  await until('the shops behind HAProxy', async () => (await fetch(new URL('/healthz', front.url))).ok, { withinMs: START_MS });
  const db = openOn(leader);
  made.load = await startLoad(front.url, db).finally(() => db.destroy());
  say('two shops behind HAProxy, and people who use them');
  return { site, machines, front, shops: made.shops, load: made.load, stop: () => tearDown(made) };
}

/** Stops everything in the reverse order, and deletes what it stored. */
export async function tearDown({ directory, machines, shops, load }: Beginnings, { leavesFiles = false } = {}): Promise<void> {
  await load?.stop().catch(() => {});
  await shops?.stop();
  // Those that are frozen could not end.
  for (const machine of machines) signalAll(machine.pids(), 'SIGCONT');
  await Promise.all(machines.map((machine) => machine.stop()));
  await endAllDaemons();
  if (leavesFiles) return;
  for (const { directory: disk } of machines) tryUnmounting(disk);
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Opens the shop's database on one machine, not through the proxies. */
export function openOn({ address }: Pick<Machine, 'address'>): Db {
  const config: DatabaseConfig = { kind: 'postgres', url: `postgres://redial:change-me-3@${address}:5432/redial`, pool: 1 };
  return openDatabase(config, { isPatient: true });
}

/** One network for all machines: the programs of one that is cut off are frozen. */
function shareOne(machines: Machine[]): Network {
  const pidsOf = (name: Name) => machines.find((machine) => machine.name === name)?.pids() ?? [];
  return shareNetwork({ stop: (name) => signalAll(pidsOf(name), 'SIGSTOP'), go: (name) => signalAll(pidsOf(name), 'SIGCONT') });
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function tryUnmounting(path: string): void {
  try {
    execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
  } catch {
    // It is a folder like any other.
  }
}
