import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['package.json', 'data/phone-models', 'data/demo-listings', 'scripts', 'src/contract', 'src/drawing', 'src/server'];

describe('A shop whose own data files are damaged', () => {
  let directory: ReturnType<typeof temporaryDirectory>;
  let shop: string;
  beforeAll(() => {
    directory = temporaryDirectory();
    shop = join(directory.path, 'shop');
    for (const path of COPIED) cpSync(join(ROOT, path), join(shop, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(shop, 'node_modules'));
  });
  afterAll(() => directory.remove());

  /** Runs a program of the shop on the default data directory, next to the damaged files. */
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
      cwd: shop,
      env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'warn', DEMO: 'true' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { status, output: (stdout + stderr).trim() };
  };
  const count = (table: 'phone_models' | 'listings' | 'users'): unknown => {
    const db = new DatabaseSync(join(shop, 'data/redial.db'), { readOnly: true });
    const row = db.prepare(`select count(*) as count from ${table}`).get();
    db.close();
    return row?.count;
  };

  test('A shop without a file of the built-in catalog starts and imports nothing, and says which', () => {
    const file = join(shop, 'data/phone-models/nokia.json');
    renameSync(file, `${file}.away`);
    const models = join(directory.path, 'models.csv');
    writeFileSync(models, 'brand,model_name\nFairphone,4\n');
    const sentence = `The file ${file} is missing. Restore it from this version of the shop.`;
    expect(run('src/server/main.ts')).toEqual({ status: 1, output: sentence });
    expect(run('scripts/catalog-import.ts', models)).toEqual({ status: 1, output: sentence });
    expect(count('phone_models')).toBe(0);
    renameSync(`${file}.away`, file);
  });

  test('A malformed file of demo listings fills no demo shop, and says what is wrong', () => {
    const file = join(shop, 'data/demo-listings/nokia.json');
    appendFileSync(file, ']');
    const { status, output } = run('scripts/seed.ts');
    expect(status).toBe(1);
    expect(output).toContain(`${file}: This file is not valid JSON (`);
    expect(output.split('\n')).toHaveLength(1);
    expect([count('listings'), count('users')]).toEqual([0, 0]);
  });

  test('The database may lie next to the files that ship with the code', () => {
    expect(['redial.db', 'phone-models/nokia.json', 'demo-listings/nokia.json'].map((name) => existsSync(join(shop, 'data', name)))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
