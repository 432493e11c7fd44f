import pg from 'pg';
import { until } from './daemons.ts';
import type { Machine } from './machine.ts';
import type { Name } from './network.ts';

type Member = { name: Name; role: string; state: string; lag?: number | string };

const ANSWER_MS = 1500;
/** What the handbook's page sets. */
const PASSWORD = 'change-me-1';
/** Bytes that a replica may be behind and still count as following. */
const BEHIND_BYTES = 1024 * 1024;
/** How often in a row the cluster must look whole. */
const LOOKS = 6;

/** What the machines' Patronis say about the cluster, as any of them tells it; empty when none answers. */
async function readMembers(machines: Machine[], except: Name | null = null): Promise<Member[]> {
  for (const { name, address } of machines) {
    if (name === except) continue;
    try {
      const reply = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(ANSWER_MS) });
      return ((await reply.json()) as { members?: Member[] }).members ?? [];
    } catch {
      // Another one may know.
    }
  }
  return [];
}

/** The machine whose PostgreSQL is the primary, or the one with another role. */
export async function findByRole(machines: Machine[], role: 'leader' | 'sync_standby' | 'replica', except: Name | null = null): Promise<Machine | null> {
  const found = (await readMembers(machines, except)).find((member) => member.role === role && isUp(member));
  return machines.find(({ name }) => name === found?.name) ?? null;
}

/** Waits until all three serve, and agree who does what, for several looks in a row: one that was cut off knows only what was so before. */
export async function untilWhole(machines: Machine[], withinMs: number): Promise<void> {
  let inARow = 0;
  const isStable = async (): Promise<boolean> => {
    inARow = (await isWhole(machines)) ? inARow + 1 : 0;
    return inARow >= LOOKS;
  };
  await until('a primary, a synchronous standby and a replica', isStable, { withinMs, everyMs: 500 });
}

async function isWhole(machines: Machine[]): Promise<boolean> {
  const views = await Promise.all(machines.map((machine) => readMembers([machine])));
  const roles = views.map((members) =>
    members
      .filter((member) => isUp(member) && (member.role === 'leader' || Number(member.lag ?? BEHIND_BYTES) < BEHIND_BYTES))
      .map(({ name, role }) => `${role} ${name}`)
      .sort()
      .join(),
  );
  return new Set(roles).size === 1 && /^leader db\d,replica db\d,sync_standby db\d$/u.test(roles[0] ?? '') && (await isFollowed(machines));
}

/** Whether the primary itself says that both others follow it. */
async function isFollowed(machines: Machine[]): Promise<boolean> {
  const primary = await findByRole(machines, 'leader');
  if (!primary) return false;
  const followers = `select count(*)::int as count from pg_stat_replication where state = 'streaming'`;
  const rows = await onDatabase<{ count: number }>(primary, followers).catch(() => []);
  return rows[0]?.count === machines.length - 1;
}

const isUp = ({ state }: Member): boolean => state === 'running' || state === 'streaming';

/** Runs SQL as the superuser of a machine's PostgreSQL. */
export async function onDatabase<Row extends pg.QueryResultRow>(
  { address, port = 5432 }: Pick<Machine, 'address'> & { port?: number },
  statement: string,
  database = 'postgres',
): Promise<Row[]> {
  const client = new pg.Client({ host: address, port, user: 'postgres', password: PASSWORD, database, connectionTimeoutMillis: 5000, query_timeout: 60_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = (await client.query<Row>(statement)) as { rows: Row[] };
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}
