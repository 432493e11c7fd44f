import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');

test('A rejection that no test handled fails the run, which names it at its end', () => {
  const directory = temporaryDirectory();
  const rejecting = `
    test('Passes', async () => {
      Promise.reject(new Error('nobody waits for this'));
      await new Promise((resolve) => setTimeout(resolve, 10));
    });`;
  writeFileSync(join(directory.path, 'rejecting.test.js'), rejecting);
  const running = `
    import { createRunner } from './test/runner.ts';
    const runner = createRunner();
    await runner.vitest('Rejecting', ['--globals', '--root', ${JSON.stringify(directory.path)}]);
    runner.finish();`;
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`;
  const ran = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', running], { cwd: ROOT, env: { ...process.env, PATH }, encoding: 'utf8' });
  directory.remove();
  expect(ran.stdout).toContain('\nFailed: Rejecting: an error that no test handled\nError: nobody waits for this\n');
  expect(ran.stdout).toContain('\n1 passed, 1 failed, in ');
  expect(ran.status).toBe(1);
});
