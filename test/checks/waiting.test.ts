import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const cwd = join(import.meta.dirname, '../..');
/** A promise put aside; `during` and `Promise.all` await it while the test acts. */
const PUT_ASIDE = /=\s*(?:[^\n;]*\?\s*)?[\w.]+\.waitFor(?:Request|Response|Event)\(/u;

test('No browser test puts aside what it waits for: after a failure before its await, it would fail unhandled and end the run', () => {
  expect(PUT_ASIDE.test("const opened = isOpen ? page.waitForEvent('popup') : null;")).toBe(true);
  const files = globSync('test/e2e/**/*.ts', { cwd });
  expect(files.length).toBeGreaterThan(60);
  expect(files.filter((file) => PUT_ASIDE.test(readFileSync(join(cwd, file), 'utf8')))).toEqual([]);
});
