import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { lockDataDirectory } from '#server/db/sqlite.ts';
import type { MailsTable } from '#server/db/tables/messages.ts';
import type { Db } from '#server/db/tables.ts';
import { sealAudit, verifyAudit, writeAudit } from '#server/features/audit/index.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { failToStart, startServer, temporaryDirectory } from '#test/support/server-process.ts';
import { createClient } from '#test/support/world/client.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUYER = 'buyer@redial.test';
const SEED_MS = 120_000;
const MAILS = 3500;
/** The row at which the copy is stopped, after more than two batches. */
const DELAYED = 'mail-2500';

const UNUSUAL = [
  'emoji 👩🏽‍🚀 🇵🇹 📱',
  'combining e\u0301 beside é, Zalgo h̷̛̤',
  'right to left: هاتف مستعمل \u202Bשלום\u202C',
  'quotes \' " ` and \\ \\n \\u0041 {"a":[null]}',
  'lines\none\r\ntwo\u2028three\ttab\u0001',
  '',
  '  spaces  ',
  'NULL',
  '😀'.repeat(2000),
];

function mailOf(id: string, body: string): MailsTable {
  return { id, recipient: BUYER, subject: 'Unusual', body, content: null, sent_at: 2 ** 53 - 1 };
}

function pictureFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'));
}

function spawnCopy(settings: Record<string, string>, args: string[] = []): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/db-copy.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) };
}

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('Copying a SQLite shop to PostgreSQL', () => {
  let stocked: ReturnType<typeof temporaryDirectory>;
  let directory: ReturnType<typeof temporaryDirectory>;
  let target: TestDatabase;
  let dataDir: string;
  let orders: unknown;
  let token: string;

  /** A demo shop that has been used, with emails of unusual texts and an unfinished upload. */
  beforeAll(async () => {
    stocked = temporaryDirectory();
    const shop = await startServer({ DATA_DIR: stocked.path });
    const buyer = createClient(shop.url);
    token = await buyer.signIn(BUYER, 'redial123');
    orders = (await buyer.call('GET', `/api/bookings?email=${BUYER}`)).body;
    await shop.stop();
    const source = openDatabase({ kind: 'sqlite', file: join(stocked.path, 'redial.db') });
    const bodies = Array.from({ length: MAILS }, (_, at) => UNUSUAL[at] ?? `body ${at}`);
    const mails = bodies.map((body, at) => mailOf(`mail-${String(at).padStart(4, '0')}`, body));
    for (let at = 0; at < MAILS; at += 500)
      await source
        .insertInto('mails')
        .values(mails.slice(at, at + 500))
        .execute();
    const { id } = await source.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
    await source.insertInto('image_uploads').values({ id: 'upload', user_id: id, size: 2, received: 1, outcome: null, created_at: 1 }).execute();
    await source.insertInto('image_upload_parts').values({ upload_id: 'upload', position: 0, size: 1, content: 'AA==' }).execute();
    const note = { act: 'setting_changed', subject: { kind: 'setting', id: 'shop' }, after: { note: UNUSUAL[0] ?? '' }, now: 1 } as const;
    for (let at = 0; at < 3; at += 1) await writeAudit(source, note);
    await sealAudit(source);
    await source.destroy();
  }, SEED_MS);
  afterAll(() => stocked.remove());

  beforeEach(async () => {
    directory = temporaryDirectory();
    dataDir = join(directory.path, 'data');
    cpSync(stocked.path, dataDir, { recursive: true });
    target = await freshDatabase();
  });
  afterEach(async () => {
    await target.drop();
    directory.remove();
  });

  const url = (): string => (target.config.kind === 'postgres' ? target.config.url : '');
  const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: url() });
  const copy = (args: string[] = []) => spawnCopy(settings(), args).ended;
  const onSource = async <T>(work: (source: Db) => Promise<T>): Promise<T> => {
    const source = openDatabase({ kind: 'sqlite', file: join(dataDir, 'redial.db') });
    return work(source).finally(() => source.destroy());
  };
  const countMails = async (): Promise<number> => {
    const { count } = await target.db
      .selectFrom('mails')
      .select((on) => on.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  /** Each email's storage location and transaction: changes whenever a row is written. */
  const mailVersions = async () => (await sql<{ id: string }>`select id, xmin::text, ctid::text from mails order by id collate "C"`.execute(target.db)).rows;

  test('People log in to the copy with their old password and find their orders, pictures and sessions', async () => {
    await sql`drop schema public cascade`.execute(target.db);
    await sql`create schema public`.execute(target.db);
    const moved = join(directory.path, 'moved');
    const { code, output } = await copy(['--pictures', join(moved, 'images')]);
    expect(output).toMatch(/^listings: (\d+) rows, checksum [\da-f]{16} on both sides$/mu);
    const { head, broken } = await verifyAudit(target.db);
    expect({ broken, isThere: head.number >= 3 }).toEqual({ broken: null, isThere: true });
    expect(output).toMatch(/^identity_accounts: \d+ rows, checksum/mu);
    expect(code).toBe(0);
    expect(await target.db.selectFrom('image_uploads').select('id').execute()).toEqual([]);
    const names = pictureFiles(join(dataDir, 'images'));
    expect(pictureFiles(join(moved, 'images')).sort()).toEqual(names.sort());
    const shop = await startServer({ DATA_DIR: moved, DATABASE_URL: url(), AUTH_SECRET: readFileSync(join(dataDir, 'secret'), 'utf8').trim() });
    const buyer = createClient(shop.url);
    await buyer.signIn(BUYER, 'redial123');
    expect((await buyer.call('GET', `/api/bookings?email=${BUYER}`)).body).toEqual(orders);
    expect(orders).not.toEqual([]);
    const signedInBefore = await fetch(`${shop.url}/api/bookings?email=${BUYER}`, { headers: { authorization: `Bearer ${token}` } });
    expect(signedInBefore.status).toBe(200);
    const [{ image } = { image: '' }] = orders as { image: string }[];
    const picture = await fetch(shop.url + image);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(readFileSync(join(dataDir, image)));
    await shop.stop();
  }, 60_000);

  test('Keeps unusual texts, high numbers, moments and booleans the same on both sides', async () => {
    expect((await copy()).code).toBe(0);
    const mails = await target.db.selectFrom('mails').selectAll().where('subject', '=', 'Unusual').where('id', '<', 'mail-0009').orderBy('id').execute();
    expect(mails).toEqual(UNUSUAL.map((body, at) => mailOf(`mail-000${at}`, body)));
    type Account = { id: string; emailVerified: unknown; createdAt: string | Date };
    const read = (db: Db) => sql<Account>`select "id", "emailVerified", "createdAt" from identity_users order by "email"`.execute(db);
    const [here, there] = [await onSource(read), await read(target.db)];
    expect(there.rows).toEqual(here.rows.map((row) => ({ ...row, emailVerified: row.emailVerified === 1, createdAt: new Date(row.createdAt) })));
  });

  test('Resumes a copy that was killed, and until then no shop opens on it', async () => {
    await target.db.connection().execute(async (holder) => {
      await sql`begin`.execute(holder);
      // The copy waits for the lock on this row.
      await holder.insertInto('mails').values(mailOf(DELAYED, 'held up')).execute();
      const { child, ended } = spawnCopy(settings());
      const isWaiting = async () =>
        (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(target.db)).rows.length > 0;
      while (child.exitCode === null && !(await isWaiting())) await wait(50);
      child.kill('SIGKILL');
      await ended;
      await sql`rollback`.execute(holder);
    });
    while (
      (await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(target.db)).rows
        .length > 0
    )
      await wait(50);
    const before = await mailVersions();
    expect(before.length).toBe(2100);
    const refused = await failToStart({ ...settings(), DEMO: 'false' });
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/^A copy into the database at DATABASE_URL hasn’t finished\./u) });
    const { code, output } = await copy();
    expect(output).toContain(`mails: ${MAILS.toLocaleString('en')} rows, checksum`);
    expect(code).toBe(0);
    expect((await mailVersions()).slice(0, before.length)).toEqual(before);
    const shop = await startServer({ ...settings(), DEMO: 'false' });
    await shop.stop();
  });

  test('Only compares when done again, and copies lost or damaged pictures again', async () => {
    const pictures = join(directory.path, 'moved', 'images');
    expect((await copy(['--pictures', pictures])).code).toBe(0);
    const before = await mailVersions();
    const [lost = '', spoilt = '', ...stored] = pictureFiles(pictures);
    rmSync(join(pictures, lost));
    appendFileSync(join(pictures, spoilt), 'more');
    const { code, output } = await copy(['--pictures', pictures]);
    expect(code).toBe(0);
    expect(output).toContain('it is only compared');
    expect(output).toContain(`2 files copied to ${pictures}, ${stored.length} were there already`);
    expect(readFileSync(join(pictures, spoilt))).toEqual(readFileSync(join(dataDir, 'images', spoilt)));
    expect(await mailVersions()).toEqual(before);
  });

  test('Refuses a target with other data, and changes nothing in it', async () => {
    await target.db.insertInto('mails').values(mailOf('somebody else’s', 'Hello')).execute();
    const { code, output } = await copy();
    expect(code).toBe(1);
    expect(output).toContain('The database at DATABASE_URL already holds other data: its table');
    expect(await countMails()).toBe(1);
    expect(await target.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('Detects a foreign row in a partial copy before writing anything more', async () => {
    await sql`create table unfinished_copy (nothing text)`.execute(target.db);
    await target.db.insertInto('mails').values(mailOf('somebody else’s', 'Hello')).execute();
    const { code, output } = await copy();
    expect(code).toBe(1);
    expect(output).toContain('its table mails has rows that this shop doesn’t have');
    expect(await target.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('Leaves another program’s tables alone', async () => {
    await sql`drop schema public cascade`.execute(target.db);
    await sql`create schema public`.execute(target.db);
    await sql`create table users (id integer primary key, nick text)`.execute(target.db);
    await sql`insert into users values (1, 'theirs')`.execute(target.db);
    const { code, output } = await copy();
    expect(code).toBe(1);
    expect(output).toContain('already holds other data: its table users');
    const { rows } = await sql`select table_name from information_schema.tables where table_schema = 'public'`.execute(target.db);
    expect(rows).toEqual([{ table_name: 'users' }]);
  });

  test('Names a changed row, and a missing one', async () => {
    expect((await copy()).code).toBe(0);
    const { id } = await target.db.selectFrom('listings').select('id').orderBy('price_cents').executeTakeFirstOrThrow();
    await sql`update listings set price_cents = price_cents + 1 where id = ${id}`.execute(target.db);
    await target.db.deleteFrom('mails').where('id', '=', DELAYED).execute();
    const { code, output } = await copy();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^listings: DIFFERENT \\(the first is \\["${id}"\\]\\)`, 'mu'));
    expect(output).toMatch(new RegExp(`^mails: DIFFERENT \\(the first is \\["${DELAYED}"\\]\\): SQLite has 3,500 rows, .+ PostgreSQL 3,499 rows`, 'mu'));
    expect(output.match(/DIFFERENT/gu)).toHaveLength(2);
    expect(await countMails()).toBe(MAILS - 1);
  });

  test('Copies a table that a later version adds, and continues its numbers', async () => {
    await onSource(async (source) => {
      await sql`create table additions (number integer primary key, note text)`.execute(source);
      await sql`insert into additions values (7, 'seven'), (41, null)`.execute(source);
    });
    await sql`create table additions (number bigint generated always as identity primary key, note text)`.execute(target.db);
    const { code, output } = await copy();
    expect(output).toContain('additions: 2 rows, checksum');
    expect(code).toBe(0);
    await sql`insert into additions (note) values ('next')`.execute(target.db);
    expect((await sql`select number, note from additions order by number`.execute(target.db)).rows).toEqual([
      { number: 7, note: 'seven' },
      { number: 41, note: null },
      { number: 42, note: 'next' },
    ]);
  });

  test('Names what PostgreSQL can’t store before a shop opens on it', async () => {
    await onSource((source) => sql`update listings set sold_at = 'yesterday' where id = (select min(id) from listings)`.execute(source));
    const odd = await copy();
    expect(odd.code).toBe(1);
    expect(odd.output).toMatch(/listings\.sold_at of the row [\da-f-]{36} can’t be copied/u);
    await onSource((source) => sql`create table additions (number integer primary key)`.execute(source));
    const lacking = await copy();
    expect(lacking.code).toBe(1);
    expect(lacking.output).toContain('The target has no table additions. Nothing was copied.');
  });

  test('Refuses to copy a running shop', async () => {
    const lock = lockDataDirectory(join(dataDir, 'lock'));
    const { code, output } = await copy();
    lock?.release();
    expect(code).toBe(1);
    expect(output.trim()).toBe(`A shop is running on ${dataDir}. Stop it first, or what it writes meanwhile could be lost. Nothing was copied.`);
    expect(await countMails()).toBe(0);
  });

  test('Says in a sentence what is missing', async () => {
    const nowhere = await spawnCopy({ DATA_DIR: dataDir }).ended;
    expect(nowhere).toMatchObject({ code: 1, output: expect.stringMatching(/^DATABASE_URL must name the PostgreSQL database to copy to\./u) });
    const nothing = await spawnCopy({ ...settings(), DATA_DIR: directory.path }).ended;
    expect(nothing).toMatchObject({ code: 1, output: expect.stringMatching(/^There is no shop in .+: it has no redial\.db\./u) });
    expect(existsSync(join(directory.path, 'redial.db'))).toBe(false);
    expect(await copy(['--picturse', 'x'])).toMatchObject({ code: 1, output: expect.stringMatching(/^Usage: /u) });
  });
});
