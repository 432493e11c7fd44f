import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOME_FILE = join(ROOT, 'package.json');
/** Commands on a shop that exists, each with its arguments. */
const COMMANDS: [script: string, args: string[]][] = [
  ['reconcile', []],
  ['audit-verify', []],
  ['backup', []],
  ['second-factor-off', ['somebody@example.test']],
  ['practice-dispute', ['won']],
  ['places-import', [SOME_FILE]],
  ['cities-import', [SOME_FILE]],
  ['tac-import', [SOME_FILE]],
];
/** Those that may come before the first start, and one of the others. */
const ON_A_RESTORE: [script: string, args: string[]][] = [
  ['backup', []],
  ['make-admin', ['somebody@example.test', 'practice123']],
  ['catalog-import', [SOME_FILE]],
  ['seed', []],
];

let directory: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

function run(script: string, args: string[], dataDir: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  return { hasFailed: status !== 0, stdout, stderr };
}

test.each(COMMANDS)('%s refuses a data directory without a shop, and creates nothing in it', (script, args) => {
  const dataDir = join(directory.path, 'mistyped');
  const { hasFailed, stdout, stderr } = run(script, args, dataDir);
  expect({ hasFailed, stdout }).toEqual({ hasFailed: true, stdout: '' });
  expect(stderr).toContain(`There is no shop in ${dataDir}: it has no redial.db. Set DATA_DIR to the shop’s data directory.`);
  expect(existsSync(dataDir)).toBe(false);
});

test.each(ON_A_RESTORE)('%s refuses a shop whose restore hasn’t finished', (script, args) => {
  mkdirSync(join(directory.path, '.unfinished-restore'));
  writeFileSync(join(directory.path, 'redial.db'), '');
  expect(run(script, args, directory.path)).toMatchObject({ hasFailed: true, stderr: expect.stringMatching(/^A restore into .+ hasn’t finished\./u) });
  expect(readdirSync(directory.path).sort()).toEqual(['.unfinished-restore', 'redial.db']);
});

test('A command explains a database file that can’t be used', () => {
  writeFileSync(join(directory.path, 'redial.db'), 'this is no database, but some text that is long enough to look like a header of one');
  expect(run('reconcile', [], directory.path)).toMatchObject({ hasFailed: true, stderr: expect.stringMatching(/^The database file in .+ can’t be used: /u) });
});
