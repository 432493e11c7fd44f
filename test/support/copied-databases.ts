import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuid } from 'uuid';

/** A copy of the migrated database on a PostgreSQL server. Its client stays connected to it. */
export type CopiedDatabase = { server: string; name: string; client: pg.Client; before: State };

/** `schema` changes with every change to a table, a constraint or a trigger, and with a migration that is noted or forgotten. */
type State = { schema: string; bytes: number; others: number };

/** The copies that this worker's tests have left, emptied: creating and dropping one takes the server longer than most tests. */
const left: CopiedDatabase[] = [];

/** What deleted rows may leave behind in a copy. */
const MOST_LEFT_BYTES = 8 * 2 ** 20;
/** How long the connections of a test may take to end. */
const ENDING_MS = 1000;

/** Returns an empty copy of the template that no other test uses. */
export async function takeCopy(server: string, template: string): Promise<CopiedDatabase> {
  const used = left.findIndex((copy) => copy.server === server);
  const [copy] = used === -1 ? [] : left.splice(used, 1);
  if (copy) return copy;
  const name = await createOn(server, template);
  const client = new pg.Client({ connectionString: addressOf(server, name) });
  // The server may stop before this worker ends.
  client.on('error', () => {});
  await client.connect();
  return { server, name, client, before: await readState(client) };
}

/** Empties a copy for the next test. Drops it if the test changed more than rows, filled it, or left somebody connected. */
export async function leaveCopy(copy: CopiedDatabase): Promise<void> {
  const { server, name, client } = copy;
  if (await isAsBefore(copy)) {
    await client.query(EMPTY);
    left.push(copy);
  } else {
    await client.end();
    await dropOn(server, name);
  }
}

async function isAsBefore({ client, before }: CopiedDatabase): Promise<boolean> {
  for (const end = Date.now() + ENDING_MS; ; await wait(5)) {
    // Fails when the test has dropped a table that this reads.
    const now = await readState(client).catch(() => null);
    if (now?.others === 0) return now.schema === before.schema && now.bytes < before.bytes + MOST_LEFT_BYTES;
    if (!now || Date.now() > end) return false;
  }
}

/** Creates a database on a server. Returns its name. */
export async function createOn(server: string, template?: string): Promise<string> {
  const name = `test_${uuid().replaceAll('-', '')}`;
  await runOn(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  return name;
}

export const dropOn = (server: string, name: string): Promise<void> => runOn(server, `drop database if exists ${name} with (force)`);

export const addressOf = (server: string, name: string): string => Object.assign(new URL(server), { pathname: `/${name}` }).href;

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const CATALOGS = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger'];
const STATE = `select
  concat_ws(' ', ${CATALOGS.map((catalog) => `(select concat(count(*), '-', max(xmin::text::bigint)) from ${catalog})`).join()},
    (select string_agg(name, ' ' order by name) from migrations)) as schema,
  pg_database_size(current_database())::float8 as bytes,
  (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())::int as others`;

async function readState(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>(STATE);
  if (!rows[0]) throw new Error('a select without a table returns a row');
  return rows[0];
}

const EMPTY = `do $$
  declare filled regclass;
  begin
    set local session_replication_role = replica;
    for filled in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
      and relname not in ('migrations', 'migrations_lock')
    loop
      execute format('delete from %s', filled);
    end loop;
  end $$`;
