import { spawnSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { temporaryDirectory } from '#test/support/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const directory = temporaryDirectory();
beforeAll(() => migrateDatabase({ kind: 'sqlite', file: join(directory.path, 'redial.db') }));
afterAll(() => directory.remove());

type Script = 'places' | 'cities' | 'tac' | 'catalog';

function importFile(script: Script, content: string | Buffer, bytes?: number) {
  const file = join(directory.path, 'imported');
  writeFileSync(file, content);
  if (bytes !== undefined) truncateSync(file, bytes);
  return importFrom(script, file);
}

function importFrom(script: Script, file: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${script}-import.ts`, file], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: directory.path },
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.replace(file, 'FILE') };
}

const STATION = '{"type":"Feature","properties":{"amenity":"police","name":"One"},"geometry":{"type":"Point","coordinates":[-122.6,45.4]}}';

test('An operator imports places to meet, and a file that is too large or isn’t text changes nothing', () => {
  const collection = `{"type":"FeatureCollection","features":[${STATION}]}`;
  expect(importFile('places', collection)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 place to meet/u) });
  expect(importFile('places', collection, 50_000_001)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'FILE is larger than 50 MB. Extract a smaller area. Nothing was changed.\n',
  });
  expect(importFile('places', Buffer.from([0xff, 0xfe, 0x7b]))).toMatchObject({ status: 1, stderr: 'FILE isn’t UTF-8. Nothing was changed.\n' });
  expect(importFrom('places', directory.path)).toMatchObject({ status: 1, stderr: 'FILE is a directory, not a file. Nothing was changed.\n' });
});

test('An operator imports cities, and a broken line or a file that is too large changes nothing', () => {
  const demo = readFileSync(join(ROOT, 'data/cities/demo.txt'));
  expect(importFile('cities', demo)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^6 cities added or replaced; 0 other lines skipped\.\n0 listings/u),
  });
  expect(importFile('cities', 'Portland')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Line 1: it has 1 columns .* Nothing was changed\.$/mu) });
  expect(importFile('cities', demo, 50_000_001)).toMatchObject({
    status: 1,
    stderr: 'FILE is larger than 50 MB. Take a file of larger cities. Nothing was changed.\n',
  });
});

test.each(['places', 'cities', 'tac', 'catalog'] as const)('%s:import says that there is no such file, or that it is a directory', (script) => {
  expect(importFrom(script, '/nowhere/file')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^There is no file FILE\./u) });
  expect(importFrom(script, directory.path)).toMatchObject({ status: 1, stderr: expect.stringMatching(/^FILE is a directory, not a file\./u) });
});

test.each([
  ['tac', 'tac,brand,model\n35999911,Nokia,3310\n3599991,Nokia,3310\n', /^2 rows read, 1 code new or changed, 1 row skipped\.$/mu],
  ['catalog', 'brand,model_name\nNokia,3310 Anew\nNokia,\n', /^1 model added, 0 changed, .* 1 skipped\.$/mu],
] as const)('%s:import names a row that it skips, imports the others and ends with 1', (script, rows, summary) => {
  expect(importFile(script, rows)).toEqual({ status: 1, stdout: expect.stringMatching(summary), stderr: expect.stringMatching(/^Skipped line 3: .+\n$/u) });
  expect(importFile(script, rows.split('\n').slice(0, 2).join('\n'))).toMatchObject({ status: 0, stderr: '' });
});
