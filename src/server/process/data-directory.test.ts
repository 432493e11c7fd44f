import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { openDataDirectory } from './data-directory.ts';

const place = mkdtempSync(join(tmpdir(), 'redial-data-'));
afterAll(() => rmSync(place, { recursive: true }));

function modeOf(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8);
}

test('Closes an existing data directory, its folders and its files to other users', () => {
  const directory = join(place, 'open');
  mkdirSync(join(directory, 'images'), { recursive: true });
  for (const file of ['secret', 'redial.db', 'redial.db-wal']) writeFileSync(join(directory, file), 'x');
  writeFileSync(join(place, 'elsewhere'), 'x');
  symlinkSync(join(place, 'elsewhere'), join(directory, 'link'));
  for (const path of ['', 'images']) chmodSync(join(directory, path), 0o755);
  for (const path of ['secret', 'redial.db', 'redial.db-wal', '../elsewhere']) chmodSync(join(directory, path), 0o644);
  openDataDirectory(directory);
  expect(['', 'images', 'secret', 'redial.db', 'redial.db-wal', '../elsewhere'].map((path) => modeOf(join(directory, path)))).toEqual([
    '700',
    '700',
    '600',
    '600',
    '600',
    '644',
  ]);
});

test('Creates a new shop’s data directory for its user alone', async () => {
  const directory = join(place, 'new', 'shop');
  const shop = await createTestApp({ DATA_DIR: directory });
  expect(['', 'images', 'secret'].map((path) => modeOf(join(directory, path)))).toEqual(['700', '700', '600']);
  await shop.close();
});

test('Refuses a directory open to all users, such as /tmp', () => {
  const directory = join(place, 'everybody');
  mkdirSync(directory);
  chmodSync(directory, 0o1777);
  expect(() => openDataDirectory(directory)).toThrow(/is open to all users\. Set DATA_DIR to a directory that only the shop uses/u);
  expect(modeOf(directory)).toBe('1777');
});

test('Refuses a directory that belongs to another user', () => {
  const directory = process.getuid?.() === 0 ? join(place, 'another') : '/usr';
  if (directory !== '/usr') {
    mkdirSync(directory);
    chownSync(directory, 12_345, 12_345);
  }
  expect(() => openDataDirectory(directory)).toThrow(/belongs to another user.*chown/u);
});
