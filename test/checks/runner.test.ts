import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { TRY_LATER } from '#test/support/try-later.ts';

const ROOT = join(import.meta.dirname, '../..');

test('A rejection that no test handled fails the run, which names it at its end', () => {
  const rejecting = `
    test('Passes', async () => {
      Promise.reject(new Error('nobody waits for this'));
      await new Promise((resolve) => setTimeout(resolve, 10));
    });`;
  const { stdout, status } = runTests({ 'rejecting.test.js': rejecting });
  expect(stdout).toContain('\nFailed: Some tests: an error that no test handled\nError: nobody waits for this\n');
  expect(stdout).toContain('\n1 passed, 1 failed, in ');
  expect(status).toBe(1);
});

test('Vitest that ends before any test fails the run, which goes on to its end', () => {
  const { stdout, status } = runTests({ 'vitest.config.js': 'export default (' });
  expect(stdout).toContain('\nFailed: Some tests: Vitest ended with 1, without a test that failed\n');
  expect(stdout).toContain('\n0 passed, 1 failed, in ');
  expect(status).toBe(1);
});

test('A command that can’t say anything while the machine does other work is left open, and any other failure counts', () => {
  const exiting = (code: number) => `await runner.command('Exits with ${code}', process.execPath, ['-e', 'process.exit(${code})']);`;
  const { stdout, status } = run([0, TRY_LATER, 2].map(exiting).join('\n'));
  expect(stdout).toContain(`\nLeft open: Exits with ${TRY_LATER}: the machine did other work\n`);
  expect(stdout).toContain('\nFailed: Exits with 2\n');
  expect(stdout).toContain('\n1 passed, 1 failed, in ');
  expect(status).toBe(1);
});

/** Runs the tests of a folder with these files. */
function runTests(files: Record<string, string>) {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory.path, name), content);
  const ran = run(`await runner.vitest('Some tests', ['--globals', '--root', ${JSON.stringify(directory.path)}]);`);
  directory.remove();
  return ran;
}

/** Runs statements that use a `runner`, and finishes it. */
function run(statements: string) {
  const running = `
    import { createRunner } from './test/runner.ts';
    const runner = createRunner();
    ${statements}
    runner.finish();`;
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`;
  return spawnSync(process.execPath, ['--input-type=module-typescript', '-e', running], { cwd: ROOT, env: { ...process.env, PATH }, encoding: 'utf8' });
}
