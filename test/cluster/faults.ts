import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from './machines/daemons.ts';
import { findEtcdLeader, isEtcdWhole } from './machines/etcd.ts';
import type { Machine } from './machines/machine.ts';
import { findByRole, onDatabase } from './machines/patroni.ts';
import type { Trial } from './trial.ts';

export type Fault = {
  name: string;
  /** What happens, as a sentence of the report. */
  says: string;
  /** Whether it needs networks and disks of its own. */
  isIsolated?: boolean;
  /** Does it. Returns how to repair it, as an operator or the service manager would. */
  strike(trial: Trial): Promise<() => Promise<void> | void>;
};

const FULL_MS = 15_000;
const NOTICED_MS = 10_000;

export const FAULTS: Fault[] = [
  { name: 'etcd', says: 'etcd’s leader is killed', strike: killEtcdLeader },
  { name: 'shop', says: 'a shop is killed', strike: killShop },
  { name: 'lag', says: 'replicas no longer apply what they get', strike: pauseReplicas },
  { name: 'standby-cut', says: 'the synchronous standby’s network is cut', strike: (trial) => cut(trial, 'sync_standby') },
  { name: 'primary-killed', says: 'the primary is killed', strike: killPrimary },
  { name: 'primary-cut', says: 'the primary’s network is cut', strike: (trial) => cut(trial, 'leader') },
  { name: 'disk', says: `the primary’s disk is full for ${FULL_MS / 1000} s`, isIsolated: true, strike: fillDisk },
];

async function machineWith(machines: Machine[], role: 'leader' | 'sync_standby'): Promise<Machine> {
  const found = await findByRole(machines, role);
  if (!found) throw new Error(`no machine is the ${role}`);
  return found;
}

async function killEtcdLeader({ machines }: Trial): Promise<() => Promise<void>> {
  const leader = await findEtcdLeader(machines);
  if (!leader) throw new Error('etcd has no leader');
  await leader.killEtcd();
  return async () => {
    leader.startEtcd();
    await until('etcd’s members', () => isEtcdWhole(machines), { withinMs: 30_000 });
  };
}

async function killShop({ shops }: Trial): Promise<() => Promise<void>> {
  await shops.kill(0);
  return () => shops.start(0);
}

async function killPrimary({ machines }: Trial): Promise<() => void> {
  const primary = await machineWith(machines, 'leader');
  await primary.killDatabase();
  return () => primary.startPatroni();
}

async function cut({ machines, site }: Trial, role: 'leader' | 'sync_standby'): Promise<() => void> {
  const { name } = await machineWith(machines, role);
  site.network.cut(name);
  return () => site.network.heal(name);
}

/** Replicas that lag must not be read from: what was listed since is shown to visitors. */
async function pauseReplicas({ machines, front, load: { journal } }: Trial): Promise<() => Promise<void>> {
  const primary = await machineWith(machines, 'leader');
  const replicas = machines.filter((machine) => machine !== primary);
  await Promise.all(replicas.map((replica) => onDatabase(replica, 'select pg_wal_replay_pause()')));
  const before = journal.listings.size;
  const isShown = async (): Promise<boolean> => {
    const id = [...journal.listings][before];
    return id !== undefined && (await fetch(`${front.url}/api/selectedItem/${id}`)).status === 200;
  };
  await until('a phone that was listed while the replicas lagged', isShown, { withinMs: NOTICED_MS });
  return async () => {
    await Promise.all(replicas.map((replica) => onDatabase(replica, 'select pg_wal_replay_resume()')));
  };
}

/** The disk has space again by the time this returns. */
async function fillDisk({ machines }: Trial): Promise<() => void> {
  const primary = await machineWith(machines, 'leader');
  const ballast = join(primary.directory, 'ballast');
  fill(ballast);
  for (const end = performance.now() + FULL_MS; performance.now() < end; await wait(500)) fill(ballast);
  rmSync(ballast);
  return () => {
    // Whatever ended because it could not write is started again by its service manager.
    primary.startEtcd();
    primary.startPatroni();
  };
}

const CHUNK = Buffer.alloc(64 * 1024);

/** Appends until the disk has no space left. */
function fill(path: string): void {
  const { bsize } = statfsSync(join(path, '..'));
  const file = openSync(path, 'a');
  for (const size of [CHUNK.length, bsize]) for (let isFull = false; !isFull; ) isFull = !tryWriting(file, size);
  closeSync(file);
}

function tryWriting(file: number, size: number): boolean {
  try {
    return writeSync(file, CHUNK, 0, size) === size;
  } catch {
    return false;
  }
}
