import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { TRY_LATER } from '#test/support/try-later.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs statements with a `runner`, and finishes it. */
function run(statements: string) {
  const running = `
    import { createRunner } from './test/runner.ts';
    const runner = createRunner();
    ${statements}
    runner.finish();`;
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`;
  return spawnSync(process.execPath, ['--input-type=module-typescript', '-e', running], { cwd: ROOT, env: { ...process.env, PATH }, encoding: 'utf8' });
}

test('A rejection that no test handled fails the run, which names it at its end', () => {
  const directory = temporaryDirectory();
  const rejecting = `
    test('Passes', async () => {
      Promise.reject(new Error('nobody waits for this'));
      await new Promise((resolve) => setTimeout(resolve, 10));
    });`;
  writeFileSync(join(directory.path, 'rejecting.test.js'), rejecting);
  const ran = run(`await runner.vitest('Rejecting', ['--globals', '--root', ${JSON.stringify(directory.path)}]);`);
  directory.remove();
  expect(ran.stdout).toContain('\nFailed: Rejecting: an error that no test handled\nError: nobody waits for this\n');
  expect(ran.stdout).toContain('\n1 passed, 1 failed, in ');
  expect(ran.status).toBe(1);
});

test('A command that can’t say anything while the machine does other work is left open, and any other failure counts', () => {
  const exiting = (code: number) => `await runner.command('Exits with ${code}', process.execPath, ['-e', 'process.exit(${code})']);`;
  const ran = run([0, TRY_LATER, 2].map(exiting).join('\n'));
  expect(ran.stdout).toContain(`\nLeft open: Exits with ${TRY_LATER}: the machine did other work\n`);
  expect(ran.stdout).toContain('\nFailed: Exits with 2\n');
  expect(ran.stdout).toContain('\n1 passed, 1 failed, in ');
});
