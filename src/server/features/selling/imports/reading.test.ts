import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { HttpError } from '../../../errors.ts';
import { readApart } from './reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'redial-reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** How a file is refused that a process with this script should have read. */
async function refusalBy(script: string, longestMs?: number): Promise<HttpError> {
  const file = join(folder, 'reading.mjs');
  writeFileSync(file, script);
  const task = { path: join(folder, 'phones.csv'), origin: null };
  const outcome = await readApart(task, async () => {}, { script: pathToFileURL(file), longestMs }).catch((error: unknown) => error);
  if (!(outcome instanceof HttpError)) throw new Error(`expected a refusal, got ${String(outcome)}`);
  return outcome;
}

function expectAnotherTry(refusal: HttpError): void {
  expect([refusal.status, refusal.code, String(refusal.cause)]).toEqual([503, 'unavailable', expect.stringContaining('reading an import: ')]);
  expect(refusal.message).toContain('try again');
}

test.each([
  ['crashes at once', 'process.abort()'],
  ['crashes between two batches', "process.once('message', () => process.send({ kind: 'rows', rows: [] }, () => process.abort()))"],
  ['says why', "process.once('message', () => process.send({ kind: 'failed', why: 'out of order' }, () => process.disconnect()))"],
])('When the process that reads a file %s, the shop goes on, and the file may be sent again', async (_how, script) => {
  expectAnotherTry(await refusalBy(script));
});

test('A process that never ends reading a file is stopped, and the file may be sent again', async () => {
  expectAnotherTry(await refusalBy("process.on('message', () => {})", 100));
});

test('When the machine can start no process to read a file, the file may be sent again', async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = join(folder, 'missing');
  expectAnotherTry(await refusalBy(''));
});
