import { spawnSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const directory = temporaryDirectory();
afterAll(() => directory.remove());

function importFile(content: string | Buffer, bytes?: number) {
  const file = join(directory.path, 'places.geojson');
  writeFileSync(file, content);
  if (bytes !== undefined) truncateSync(file, bytes);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/places-import.ts', file], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: directory.path },
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.replace(file, 'FILE') };
}

const STATION = '{"type":"Feature","properties":{"amenity":"police","name":"One"},"geometry":{"type":"Point","coordinates":[-122.6,45.4]}}';

test('An operator imports places to meet, and a file that is too large or isn’t text changes nothing', () => {
  const collection = `{"type":"FeatureCollection","features":[${STATION}]}`;
  expect(importFile(collection)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 places to meet/u) });
  expect(importFile(collection, 50_000_001)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'FILE is larger than 50 MB. Extract a smaller area. Nothing was changed.\n',
  });
  expect(importFile(Buffer.from([0xff, 0xfe, 0x7b]))).toMatchObject({ status: 1, stderr: 'FILE isn’t UTF-8. Nothing was changed.\n' });
});
