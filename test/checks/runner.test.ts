import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';

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

test('A command beside another has the priority that it is given, prints at its end, and counts', () => {
  const waiting =
    "process.stdout.write('began\\n'); setTimeout(() => { process.stdout.write('niceness ' + os.getPriority() + '\\n'); process.exitCode = 3; }, 1000)";
  const { stdout, status } = runWith(`
    await Promise.all([
      runner.commandBeside('Patient', process.execPath, ['-e', ${JSON.stringify(waiting)}], 19),
      runner.command('Other', process.execPath, ['-e', "process.stdout.write('other\\\\n')"]),
    ]);`);
  expect(stdout).toContain('\n== Other\nother\n\n== Patient\nbegan\nniceness 19\n');
  expect(stdout).toContain('\nFailed: Patient\n');
  expect(stdout).toContain('\n1 passed, 1 failed, in ');
  expect(status).toBe(1);
});

/** Runs the tests of a folder with these files. */
function runTests(files: Record<string, string>) {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory.path, name), content);
  const ran = runWith(`await runner.vitest('Some tests', ['--globals', '--root', ${JSON.stringify(directory.path)}]);`);
  directory.remove();
  return ran;
}

function runWith(work: string) {
  const running = `
    import { createRunner } from './test/runner.ts';
    const runner = createRunner();
    ${work}
    runner.finish();`;
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`;
  return spawnSync(process.execPath, ['--input-type=module-typescript', '-e', running], { cwd: ROOT, env: { ...process.env, PATH }, encoding: 'utf8' });
}
