import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '#test/support/free-port.ts';
import { readDocumented } from './documented.ts';
import { entering, startDaemon, until } from './machines/daemons.ts';
import type { Machine, Site } from './machines/machine.ts';
import { onDatabase } from './machines/patroni.ts';
import { PATH } from './programs.ts';

const COMMAND_MS = 180_000;
const ARCHIVED_MS = 60_000;
const RECOVERED_MS = 120_000;

/** Creates the repository, and makes a full backup of the primary. */
export async function makeBackup(site: Site, primary: Machine): Promise<void> {
  for (const line of linesOf('pgbackrest')) await run(site, primary, line);
}

/** Restores to this moment what the repository has, beside the cluster, and compares it with what the primary had then. Returns the tables that differ. */
export async function compareRestored(site: Site, primary: Machine): Promise<{ differing: string[]; tables: number }> {
  const before = await digest(primary);
  const [point] = await onDatabase<{ now: string }>(primary, 'select clock_timestamp()::text as now');
  // Recovery ends at the first change after the moment, which must not be there.
  await wait(1000);
  await onDatabase(primary, 'create table after_the_moment as select 1 as one', 'redial');
  await untilArchived(primary);
  const address = await startRestored(site, primary, point?.now ?? '');
  const after = await digest(address);
  const names = new Set([...before.keys(), ...after.keys()]);
  return { differing: [...names].filter((name) => before.get(name) !== after.get(name)), tables: names.size };
}

/** The number of rows of each of the shop's tables, and a hash of them all. */
export async function digest(server: Pick<Machine, 'address'> & { port?: number }): Promise<Map<string, string>> {
  const tables = await onDatabase<{ name: string }>(server, `select tablename as name from pg_tables where schemaname = 'public' order by 1`, 'redial');
  const digests = new Map<string, string>();
  for (const { name } of tables) {
    const rows = `select md5(t::text) as hash from "${name}" t`;
    const [row] = await onDatabase<{ digest: string }>(
      server,
      `select count(*) || ' ' || coalesce(md5(string_agg(hash, '' order by hash)), '') as digest from (${rows}) x`,
      'redial',
    );
    digests.set(name, row?.digest ?? '');
  }
  return digests;
}

async function untilArchived(primary: Machine): Promise<void> {
  const [segment] = await onDatabase<{ name: string }>(primary, 'select pg_walfile_name(pg_switch_wal()) as name');
  const isArchived = async (): Promise<boolean> => {
    const [row] = await onDatabase<{ is: boolean }>(primary, `select last_archived_wal >= '${segment?.name}' as is from pg_stat_archiver`);
    return row?.is === true;
  };
  await until('the archive of the log', isArchived, { withinMs: ARCHIVED_MS });
}

/** Restores and starts it as the handbook says. Returns where it listens, once it has recovered. */
async function startRestored(site: Site, primary: Machine, point: string): Promise<{ address: string; port: number }> {
  const directory = join(site.directory, 'restored');
  const sockets = join(site.directory, 'restored-sockets');
  const port = await findFreePort();
  for (const path of [directory, sockets]) {
    mkdirSync(path, { mode: 0o700 });
    if (site.owner) chownSync(path, site.owner.uid, site.owner.gid);
  }
  const [restore = '', start = ''] = linesOf('restore', {
    '2027-01-31 12:00:00+00': point,
    '/srv/restored': directory,
    '/usr/lib/postgresql/15/bin': site.postgres,
    5433: String(port),
    'directories=/tmp': `directories=${sockets}`,
  });
  await run(site, primary, restore);
  // Its own file lets only the network of the machines in.
  const access = join(site.directory, 'pg_hba.conf');
  writeFileSync(access, 'host all all 127.0.0.1/32 trust\n');
  const server = startDaemon('the restored PostgreSQL', ['sh', '-c', `exec ${start} -c hba_file=${access}`], {
    log: join(site.directory, 'logs/restored.log'),
    cwd: sockets,
    env: primary.backupEnv,
    as: site.owner,
  });
  const place = { address: '127.0.0.1', port };
  const isRecovered = async (): Promise<boolean> => {
    if (!server.isRunning()) throw new Error('the restored PostgreSQL ended');
    const rows = await onDatabase<{ is: boolean }>(place, 'select not pg_is_in_recovery() as is').catch(() => []);
    return rows[0]?.is === true;
  };
  await until('the restored PostgreSQL', isRecovered, { withinMs: RECOVERED_MS });
  return place;
}

function linesOf(block: string, substitutions: Record<string, string> = {}): string[] {
  return readDocumented(block, substitutions).trim().split('\n');
}

/** Runs a line of the handbook on a machine, as the user that its database has. */
async function run({ network, owner }: Site, { name, directory, backupEnv }: Machine, line: string): Promise<void> {
  const [program = '', ...args] = entering(['sh', '-c', line], { network: network.holderOf(name), as: owner });
  const env = { PATH, HOME: directory, LANG: 'C.UTF-8', ...backupEnv };
  await promisify(execFile)(program, args, { env, cwd: directory, timeout: COMMAND_MS }).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${line}: ${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`);
  });
}
