import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { backUp } from './backup.ts';
import { proveBackup } from './prove.ts';
import { readLastTries } from './queries.ts';

const { rename } = fs;

let shop: TestApp;
let directory: ReturnType<typeof temporaryDirectory>;
beforeAll(async () => {
  shop = await createTestApp();
  directory = temporaryDirectory();
});
afterAll(async () => {
  await shop.close();
  directory.remove();
});

/** Makes a backup on a disk that does this to each finished file. */
async function backUpOnto(spoil: (file: string) => Promise<unknown>): Promise<unknown> {
  const file = join(directory.path, 'backup.tar.zst');
  fs.rename = async (from, to) => {
    await rename(from, to);
    await spoil(String(to));
  };
  syncBuiltinESMExports();
  const outcome = await backUp(shop.config, { file, configuration: {}, isPruning: false }).catch((error: unknown) => error);
  fs.rename = rename;
  syncBuiltinESMExports();
  expect(existsSync(file)).toBe(false);
  return outcome instanceof Error ? outcome.message.replace(directory.path, '') : outcome;
}

test('A backup that can’t be read back is removed, and the operator reads why', async () => {
  expect(await backUpOnto((file) => fs.writeFile(file, 'something else'))).toBe(
    'The backup /backup.tar.zst was removed, because reading it back failed: it isn’t a backup. Use another disk.',
  );
  expect(await backUpOnto((file) => fs.rm(file))).toBe(
    'The backup /backup.tar.zst was removed, because reading it back failed: there is no such file or directory (ENOENT). Use another disk.',
  );
});

test('A backup that the system can’t read isn’t said to be no backup', async () => {
  await expect(proveBackup(directory.path)).rejects.toThrow(`The backup ${directory.path} can’t be read: it is a directory (EISDIR).`);
});

test('A backup is made with the shop’s secret, or not at all', async () => {
  const elsewhere = { ...shop.config, authSecret: null, dataDir: join(directory.path, 'elsewhere') };
  await fs.mkdir(elsewhere.dataDir);
  const file = join(directory.path, 'without-secret.tar.zst');
  await expect(backUp(elsewhere, { file, configuration: {}, isPruning: false })).rejects.toThrow(/^The shop’s secret isn’t in .+elsewhere\/secret\./u);
  expect([existsSync(file), await fs.readdir(elsewhere.dataDir)]).toEqual([false, []]);
});

test('A backup stays although the clock was ahead when earlier ones were made', async () => {
  const backup = { ...shop.config.backup, directory: join(directory.path, 'by-itself'), save: 2 };
  const nameOf = (year: number) => `redial-${year}-01-01T00-00-00-000Z.tar.zst`;
  await fs.mkdir(backup.directory);
  for (const year of [2024, 2025, 2098, 2099]) await fs.writeFile(join(backup.directory, nameOf(year)), '');
  await backUp({ ...shop.config, backup }, { file: join(backup.directory, nameOf(2026)), configuration: {}, isPruning: true });
  expect((await fs.readdir(backup.directory)).sort()).toEqual([2025, 2026, 2098, 2099].map(nameOf));
});

test('A backup counts as made when an earlier one can’t be removed', async () => {
  const backup = { ...shop.config.backup, directory: join(directory.path, 'stuck'), save: 1 };
  const file = join(backup.directory, 'redial-2026-01-01T00-00-00-000Z.tar.zst');
  await fs.mkdir(join(backup.directory, 'redial-2025-01-01T00-00-00-000Z.tar.zst'), { recursive: true });
  const { rm } = fs;
  fs.rm = async (path, options) => {
    if (String(path).includes('2025')) throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    return rm(path, options);
  };
  syncBuiltinESMExports();
  const outcome = await backUp({ ...shop.config, backup }, { file, configuration: {}, isPruning: true }).catch((error: Error) => error.message);
  fs.rm = rm;
  syncBuiltinESMExports();
  expect(outcome).toBe(`The backup ${file} was made, but earlier ones can’t be removed: this user has no permission (EPERM).`);
  expect([existsSync(file), (await readLastTries(shop.services.db)).failedAt]).toEqual([true, null]);
});
