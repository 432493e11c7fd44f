import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveBackup } from '#server/backup/prove.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { openDatabase } from '#server/db/database.ts';
import { OperatorFault } from '#server/errors.ts';
import { freshDatabase } from '#test/support/database.ts';
import { failToStart, type ServerProcess, startServer, temporaryDirectory } from '#test/support/server-process.ts';
import { insertFrontPictureIn } from '#test/support/world/stored-pictures.ts';
import { FRONT } from '#test/support/world/values.ts';
import { findLosses } from './crash-trial.ts';
import { type Acknowledged, KINDS, nothingAcknowledged, signUpPeople, WITH_ADMIN, writeUntil } from './crash-writers.ts';

const ROOT = join(import.meta.dirname, '../..');
const PASSPHRASE = 'a passphrase of the tests';

let directory: ReturnType<typeof temporaryDirectory>;
let dataDir: string;
/** Made while people listed, booked and uploaded. */
let busy: string;
/** Made once nobody was writing anymore. */
let quiet: string;
let before: Acknowledged;
let output: string;

async function run(script: string, args: string[], settings: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

function at(name: string): string {
  return join(directory.path, name);
}

function restore(file: string, into: string, settings: Record<string, string> = {}, args: string[] = []) {
  return run('restore', [file, '--into', into, ...args], settings);
}

/** Opens a shop with these settings, backs it up into `file` while people write, and stops it. Returns what it had acknowledged when the backup began. */
async function backUpWhileBusy(settings: { DATA_DIR: string; DATABASE_URL?: string }, file: string): Promise<Acknowledged> {
  const shop: ServerProcess = await startServer({ ...settings, ...WITH_ADMIN, DEMO: 'false' });
  await insertFrontPictureIn(settings.DATA_DIR, settings.DATABASE_URL);
  const people = await signUpPeople(shop.url);
  let isOver = false;
  const acknowledged = nothingAcknowledged();
  const writing = writeUntil(shop.url, people, acknowledged, () => isOver);
  while (acknowledged.pictures.size === 0 || acknowledged.orders.size < 20) await wait(20);
  const soFar = nothingAcknowledged();
  for (const kind of KINDS) for (const id of acknowledged[kind]) soFar[kind].add(id);
  const made = await run('backup', [file], { ...settings, DATABASE_REPLICA_URL: '', BACKUP_PASSPHRASE: PASSPHRASE, S3_PUBLIC_URL: '' });
  isOver = true;
  const { refused } = await writing;
  expect(refused).toEqual([]);
  expect(await shop.stop()).toBe(0);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('every hash matches') });
  return soFar;
}

beforeAll(async () => {
  directory = temporaryDirectory();
  [dataDir, busy, quiet] = [at('data'), at('busy.tar.zst'), at('quiet.tar.zst')];
  before = await backUpWhileBusy({ DATA_DIR: dataDir }, busy);
  ({ output } = await run('backup', [quiet], {
    DATA_DIR: dataDir,
    BACKUP_PASSPHRASE: PASSPHRASE,
    SHOP_NAME: 'Phones & Co',
    ADMIN_EMAIL: 'a@example.test',
    ADMIN_PASSWORD: 'neverinafile1',
  }));
}, 120_000);
afterAll(() => directory.remove());

type Rows = Map<string, Record<string, unknown>[]>;

/** Reads every row of every table from a SQLite shop's file. */
function rowsOf(dir: string): Rows {
  const database = new DatabaseSync(join(dir, 'redial.db'));
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'migrations%' order by name")
    .all();
  const rows = new Map(tables.map(({ name }) => [String(name), database.prepare(`select * from "${name}" order by 1, 2`).all()]));
  database.close();
  return rows;
}

function filesOf(dir: string): [string, string][] {
  return readdirSync(join(dir, 'images'), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, 'images', name)).isFile())
    .sort()
    .map((name) => [name, readFileSync(join(dir, 'images', name)).toString('base64')]);
}

describe('A backup of a shop in use', () => {
  test('A restored backup has every row and picture that was acknowledged before, and no half-written ones', async () => {
    const into = at('from-busy');
    expect(await restore(busy, into, { BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({ code: 0 });
    expect(await findLosses(into, before)).toEqual([]);
    const [source, restored] = [rowsOf(dataDir), rowsOf(into)];
    expect([...restored.keys()]).toEqual([...source.keys()]);
    // These rows never change once written.
    for (const table of ['users', 'identity_accounts', 'order_history', 'ledger', 'notifications']) {
      const known = new Set(source.get(table)?.map((row) => JSON.stringify(row)));
      expect(restored.get(table)?.filter((row) => !known.has(JSON.stringify(row)))).toEqual([]);
    }
    for (const { id, stored_at, address } of restored.get('images') ?? [])
      if (stored_at !== null && address !== FRONT) expect(readdirSync(join(into, 'images', String(id)))).toHaveLength(3);
  });

  test('A backup is one file for its owner alone, and leaves nothing else', () => {
    expect(statSync(busy).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory.path).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

describe('A restored shop', () => {
  test('A restored shop is identical, opens, keeps sessions, and has the secret only by its passphrase', async () => {
    const into = at('from-quiet');
    const { code, output } = await restore(quiet, into, { BACKUP_PASSPHRASE: PASSPHRASE });
    expect(output).toContain('everyone who was logged in still is');
    expect(code).toBe(0);
    const source = rowsOf(dataDir);
    // The record of the backup itself was written after its snapshot.
    source.set('settings', source.get('settings')?.filter(({ key }) => key !== 'last_backup') ?? []);
    const restored = rowsOf(into);
    restored.set('settings', restored.get('settings')?.filter(({ key }) => key !== 'last_backup') ?? []);
    expect(restored).toEqual(source);
    expect(filesOf(into)).toEqual(filesOf(dataDir));
    expect(readFileSync(join(into, 'secret'))).toEqual(readFileSync(join(dataDir, 'secret')));
    const shop = await startServer({ DATA_DIR: into, DEMO: 'false' });
    const [listing = ''] = before.listings;
    const [picture = ''] = before.pictures;
    expect((await fetch(`${shop.url}/api/selectedItem/${listing}`)).status).toBe(200);
    expect((await fetch(shop.url + picture)).status).toBe(200);
    await shop.stop();
    expect(await restore(quiet, at('wrong'), { BACKUP_PASSPHRASE: 'another passphrase' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^BACKUP_PASSPHRASE doesn’t unlock/u),
    });
    expect(existsSync(at('wrong'))).toBe(false);
    const without = await restore(quiet, at('without'));
    expect(without).toMatchObject({ code: 0, output: expect.stringContaining('Set BACKUP_PASSPHRASE to unlock it') });
    expect(existsSync(join(at('without'), 'secret'))).toBe(false);
  }, 60_000);

  test('Restoring never overwrites a shop unless told to, and then keeps the old one aside', async () => {
    const into = at('filled');
    await restore(quiet, into);
    const first = readFileSync(join(into, 'redial.db'));
    const refused = await restore(busy, into);
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/already holds a shop \(images, redial\.db\)\..+Nothing was changed\.$/mu) });
    expect(readFileSync(join(into, 'redial.db'))).toEqual(first);
    expect(await restore(busy, into, {}, ['--replace'])).toMatchObject({ code: 0, output: expect.stringContaining('The previous data is now in') });
    const aside = readdirSync(into).find((name) => name.startsWith('before-restore-')) ?? '';
    expect(readFileSync(join(into, aside, 'redial.db'))).toEqual(first);
    mkdirSync(join(into, '.unfinished-restore'));
    expect(await failToStart({ DATA_DIR: into, DEMO: 'false' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^A restore into .+ hasn’t finished\./u),
    });
  });
});

describe('Damaged backups', () => {
  const refuse = async (name: string, bytes: Uint8Array): Promise<string> => {
    writeFileSync(at(name), bytes);
    const target = {
      dataDir: at(`into-${name}`),
      database: { kind: 'sqlite' as const, file: '' },
      authSecret: null,
      passphrase: null,
      isReplacing: false,
      now: 0,
    };
    const output = await restoreBackup(at(name), target).then(
      () => 'restored',
      (error: unknown) => (error instanceof OperatorFault ? error.message : `not explained: ${error}`),
    );
    expect(existsSync(join(target.dataDir, 'redial.db'))).toBe(false);
    return output;
  };
  const pack = async (entries: { name: string; content?: string; type?: 'symlink'; linkname?: string }[]): Promise<Buffer> =>
    zstdCompressSync(
      await packTar(
        entries.map(({ name, content = '', type, linkname }) => ({
          header: { name, size: type ? 0 : Buffer.byteLength(content), type: type ?? 'file', ...(linkname && { linkname }) },
          body: type ? undefined : content,
        })),
      ),
    );
  const head = (changes: object = {}): string =>
    JSON.stringify({
      format: 'redial-backup',
      version: 1,
      shopVersion: '0',
      madeAt: new Date(0).toISOString(),
      engine: 'sqlite',
      migrations: ['001-shop'],
      tables: [],
      secretId: '',
      ...changes,
    });

  test('Refuses a file that is truncated, altered, no backup or of a newer version, and says what is wrong', async () => {
    const whole = readFileSync(quiet);
    const flipped = Buffer.from(whole);
    flipped[Math.floor(whole.length / 2)] = (whole[Math.floor(whole.length / 2)] ?? 0) ^ 1;
    const [cut, changed, other, newer, unknown] = await Promise.all([
      refuse('cut', whole.subarray(0, whole.length - 20)),
      refuse('flipped', flipped),
      refuse('other', readFileSync(join(ROOT, 'package.json'))),
      refuse('newer', await pack([{ name: 'head.json', content: head({ version: 2 }) }])),
      refuse('unknown', await pack([{ name: 'head.json', content: head({ migrations: ['001-shop', '999-future'] }) }])),
    ]);
    expect(cut).toMatch(/^This backup is damaged or incomplete/u);
    expect(changed).toMatch(/^This backup is damaged or incomplete/u);
    expect(other).toMatch(/^This file isn’t a backup of a shop\./u);
    expect(newer).toMatch(/^This backup was made by a newer version of the shop \(its format is 2/u);
    expect(unknown).toMatch(/^This backup was made by a newer version of the shop \(its database has 999-future\)/u);
    expect(await run('backup', ['--verify', quiet])).toMatchObject({ code: 0, output: expect.stringContaining('is intact') });
    expect(await run('backup', ['--verify', at('flipped')])).toMatchObject({ code: 1 });
  });

  test('A backup can’t write elsewhere, link elsewhere or fill the memory', async () => {
    const begin = { name: 'head.json', content: head() };
    const [up, link, made, bomb] = await Promise.all([
      refuse('up', await pack([begin, { name: '../../escaped', content: 'x' }])),
      refuse('link', await pack([begin, { name: 'images', type: 'symlink', linkname: '/etc' }])),
      refuse(
        'made',
        await pack([
          begin,
          {
            name: 'manifest.json',
            content: JSON.stringify({ members: 1, bytes: 1, sha256: '', rows: {}, pictureFiles: 0, pictureBytes: 0, picturesMissing: 0, hasSecret: false }),
          },
        ]),
      ),
      refuse('bomb', zstdCompressSync(Buffer.alloc(300 * 1024 ** 2))),
    ]);
    expect(up).toMatch(/which no backup contains/u);
    expect(link).toMatch(/something that no backup has \(symlink\)/u);
    expect(made).toMatch(/its parts don’t match its table of contents/u);
    expect(bomb).toMatch(/isn’t a backup of a shop/u);
    expect(existsSync(at('../escaped'))).toBe(false);
  });
});

describe('Failing backups', () => {
  test('A backup that fails says why, and leaves nothing that looks like one', async () => {
    expect(await run('backup', [quiet], { DATA_DIR: dataDir })).toMatchObject({ code: 1, output: expect.stringContaining('already exists') });
    expect(await run('backup', [join(quiet, 'x')], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/could not be written: .+\(ENOTDIR\)|ENOTDIR/u),
    });
    expect(await run('backup', [at('nothing')], { DATA_DIR: at('nowhere') })).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no shop in'),
    });
    expect(await run('restore', [])).toMatchObject({ code: 1, output: expect.stringMatching(/^Usage: /u) });
    expect(await restore(at('missing'), at('x'))).toMatchObject({ code: 1, output: expect.stringContaining('can’t be read') });
    expect(existsSync(at('nothing'))).toBe(false);
    expect(output).toContain('read back, and every hash matches');
  });

  test('A backup stores settings without secrets', async () => {
    const stored: Buffer[] = [];
    await proveBackup(quiet, {
      async configuration(text) {
        stored.push(text);
      },
    });
    expect(JSON.parse(String(stored[0]))).toEqual({
      SHOP_NAME: 'Phones & Co',
      ADMIN_EMAIL: 'a@example.test',
      ADMIN_PASSWORD: null,
      BACKUP_PASSPHRASE: null,
      DATA_DIR: dataDir,
    });
    expect(readFileSync(quiet).includes(readFileSync(join(dataDir, 'secret'), 'utf8').trim())).toBe(false);
  });
});

test('A shop makes backups automatically, and reports when it can’t', async () => {
  const into = at('by-itself');
  await restore(quiet, into);
  const settingOf = (key: string): Record<string, unknown> | null => {
    const database = new DatabaseSync(join(into, 'redial.db'), { readOnly: true });
    const row = database.prepare('select value from settings where key = ?').get(key);
    database.close();
    return row ? (JSON.parse(String(row.value)) as Record<string, unknown>) : null;
  };
  const forget = (): void => {
    const database = new DatabaseSync(join(into, 'redial.db'));
    database.exec("delete from settings where key like 'last_backup%'");
    database.close();
  };
  // The backup contains the record of the one before it.
  forget();
  writeFileSync(join(into, 'no-directory'), '');
  const failing = await startServer({ DATA_DIR: into, DEMO: 'false', BACKUP_EVERY: '1d', BACKUP_DIR: join(into, 'no-directory') });
  while (!failing.output().includes('automatic backup: ')) await wait(50);
  await failing.stop();
  expect(settingOf('last_backup_failure')).toMatchObject({ message: expect.stringContaining('(ENOTDIR)') });
  forget();
  const shop = await startServer({ DATA_DIR: into, DEMO: 'false', BACKUP_EVERY: '1d', BACKUP_KEEP: '1' });
  while (settingOf('last_backup') === null) await wait(50);
  await shop.stop();
  const { file, bytes } = settingOf('last_backup') as { file: string; bytes: number };
  expect(statSync(file).size).toBe(bytes);
  expect(readdirSync(join(into, 'backups'))).toHaveLength(1);
}, 120_000);

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('From SQLite to PostgreSQL and back', () => {
  test('A PostgreSQL shop in use is backed up whole, too', async () => {
    const target = await freshDatabase();
    await target.db.destroy();
    const url = target.config.kind === 'postgres' ? target.config.url : '';
    try {
      const [file, into] = [at('busy-pg.tar.zst'), at('from-busy-pg')];
      const acknowledged = await backUpWhileBusy({ DATA_DIR: at('busy-pg'), DATABASE_URL: url }, file);
      expect(await restore(file, into, { BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({ code: 0 });
      expect(await findLosses(into, acknowledged)).toEqual([]);
    } finally {
      await target.drop();
    }
  }, 120_000);

  test('Restores every row into the other kind of database, and refuses one that isn’t empty', async () => {
    const target = await freshDatabase();
    await target.db.destroy();
    const url = target.config.kind === 'postgres' ? target.config.url : '';
    try {
      const there = await restore(quiet, at('pg'), { DATABASE_URL: url, BACKUP_PASSPHRASE: PASSPHRASE });
      expect(there.output).toContain('Every row and file was read back');
      expect(await restore(quiet, at('pg2'), { DATABASE_URL: url })).toMatchObject({ code: 1, output: expect.stringContaining('already holds data') });
      const made = await run('backup', [at('pg.tar.zst')], { DATA_DIR: at('pg'), DATABASE_URL: url, BACKUP_PASSPHRASE: PASSPHRASE });
      expect(made.output).toContain('every hash matches');
      expect(await restore(at('pg.tar.zst'), at('back'), { BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({ code: 0 });
      const [source, back] = [rowsOf(dataDir), rowsOf(at('back'))];
      for (const table of ['settings', 'leases', 'changes']) for (const rows of [source, back]) rows.delete(table);
      expect(back).toEqual(source);
      expect(filesOf(at('back'))).toEqual(filesOf(dataDir));
      const db = openDatabase(target.config);
      await sql`create table unfinished_copy (nothing text)`.execute(db);
      expect(await failToStart({ DATA_DIR: at('pg'), DATABASE_URL: url, DEMO: 'false' })).toMatchObject({
        code: 1,
        output: expect.stringContaining('npm run restore'),
      });
      // An interrupted restore is started over.
      expect(await restore(at('pg.tar.zst'), at('pg3'), { DATABASE_URL: url })).toMatchObject({ code: 0 });
      const { rows } = await sql<{ count: number }>`select count(*) as count from listings`.execute(db);
      await db.destroy();
      expect(rows).toEqual([{ count: source.get('listings')?.length }]);
    } finally {
      await target.drop();
    }
  }, 120_000);
});
