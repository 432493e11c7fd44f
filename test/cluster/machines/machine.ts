import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocumented, readVariables } from '../documented.ts';
import { type Daemon, descendantsOf, type Owner, signalAll, startDaemon, until } from './daemons.ts';
import type { Name, Network } from './network.ts';

/** Where the trial takes place. */
export type Site = {
  directory: string;
  network: Network;
  /** Whose processes the databases are; null for this process's own user. */
  owner: Owner | null;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
};

/** One of the three machines: a member of etcd, and PostgreSQL under Patroni. */
export type Machine = {
  name: Name;
  address: string;
  directory: string;
  /** Where its PostgreSQL stores its data, and where its sockets are. */
  data: string;
  sockets: string;
  /** What pgBackRest needs to know on this machine. */
  backupEnv: Record<string, string>;
  /** These do nothing while it runs. */
  startEtcd(): void;
  startPatroni(): void;
  killEtcd(): Promise<void>;
  /** Kills Patroni and PostgreSQL at the same moment. */
  killDatabase(): Promise<void>;
  /** The ids of all its processes. */
  pids(): number[];
  stop(): Promise<void>;
};

const GONE_MS = 10_000;

/** Prepares a machine in its directory, which exists. */
export function createMachine(name: Name, site: Site): Machine {
  const { network, owner } = site;
  const directory = join(site.directory, name);
  const [data, sockets] = [join(directory, 'postgres'), join(directory, 'sockets')];
  const machine = { name, address: network.addressOf(name), directory, data, sockets, backupEnv: backupEnvIn(directory) };
  const etcdEnv = etcdVariables(machine, site);
  writeFileSync(join(directory, 'patroni.yml'), patroniConfig(machine, site));
  writeFileSync(join(directory, 'pgbackrest.conf'), backupConfig(machine, site));
  for (const part of ['postgres', 'etcd', 'sockets', 'lock', 'spool']) mkdirSync(join(directory, part), { mode: 0o700 });
  if (owner) for (const path of [directory, ...readdirSync(directory).map((part) => join(directory, part))]) chownSync(path, owner.uid, owner.gid);

  let etcd: Daemon | null = null;
  let patroni: Daemon | null = null;
  const start = (program: string, command: string[], env: Record<string, string>): Daemon => {
    const log = join(site.directory, 'logs', `${name}-${program}.log`);
    return startDaemon(`${program} on ${name}`, command, { log, cwd: directory, env: { HOME: directory, ...env }, network: network.holderOf(name), as: owner });
  };
  const databasePids = (): number[] => [patroni?.isRunning() ? patroni.pid : 0, postmasterOf(data)].filter((pid) => pid > 0).flatMap(withDescendants);
  return {
    ...machine,
    startEtcd() {
      if (!etcd?.isRunning()) etcd = start('etcd', ['etcd'], etcdEnv);
    },
    startPatroni() {
      if (!patroni?.isRunning()) patroni = start('patroni', ['patroni', join(directory, 'patroni.yml')], machine.backupEnv);
    },
    killEtcd: async () => etcd?.end('SIGKILL'),
    async killDatabase() {
      const pids = databasePids();
      signalAll(pids, 'SIGKILL');
      await until(`the end of ${name}’s processes`, () => pids.every((pid) => !isThere(pid)), { withinMs: GONE_MS });
    },
    pids: () => [...databasePids(), ...(etcd?.isRunning() ? [etcd.pid] : [])],
    async stop() {
      await patroni?.end();
      // Patroni stops PostgreSQL, unless it was killed itself.
      signalAll(databasePids(), 'SIGKILL');
      await etcd?.end();
    },
  };
}

type Place = Pick<Machine, 'name' | 'address' | 'directory' | 'data' | 'sockets'>;

function etcdVariables({ name, address, directory }: Place, { network }: Site): Record<string, string> {
  const text = readDocumented('/etc/default/etcd', {
    '=NAME\n': `=${name}\n`,
    ADDRESS: address,
    '/var/lib/etcd/redial': join(directory, 'etcd'),
    '10.0.0.': network.prefix,
  });
  return readVariables(text);
}

function patroniConfig({ name, address, data, sockets }: Place, { network, postgres, owner }: Site): string {
  return readDocumented('/etc/patroni/config.yml', {
    'name: NAME': `name: ${name}`,
    ADDRESS: address,
    '/var/lib/postgresql/15/redial': data,
    '/usr/lib/postgresql/15/bin': postgres,
    '/var/run/postgresql': sockets,
    ...(!network.isReal && { '10.0.0.0/24': '127.0.0.0/8' }),
    // Who isn't root can't be the user `postgres`, either.
    ...(owner === null && { 'local all postgres peer': 'local all postgres trust' }),
    '10.0.0.': network.prefix,
  });
}

function backupConfig({ data, sockets }: Place, site: Site): string {
  return readDocumented('/etc/pgbackrest.conf', {
    '/srv/backup': join(site.directory, 'backup'),
    '/var/lib/postgresql/15/redial': data,
    '/var/run/postgresql': sockets,
  });
}

function backupEnvIn(directory: string): Record<string, string> {
  return {
    PGBACKREST_CONFIG: join(directory, 'pgbackrest.conf'),
    PGBACKREST_LOCK_PATH: join(directory, 'lock'),
    PGBACKREST_SPOOL_PATH: join(directory, 'spool'),
    PGBACKREST_LOG_LEVEL_FILE: 'off',
  };
}

const withDescendants = (pid: number): number[] => [pid, ...descendantsOf(pid)];

/** The process that its PostgreSQL says it is; 0 when there is none. */
function postmasterOf(data: string): number {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return isPostgres(pid) ? pid : 0;
  } catch {
    return 0;
  }
}

/** What a killed PostgreSQL leaves behind may name a process that is another's by now. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

function isThere(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
