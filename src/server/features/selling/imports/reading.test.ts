import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { HttpError } from '../../../errors.ts';
import { readApart } from './reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'redial-reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['crashes at once', 'process.abort()'],
  ['crashes between two batches', "process.once('message', () => process.send({ kind: 'rows', rows: [] }, () => process.abort()))"],
  ['says why', "process.once('message', () => process.send({ kind: 'failed', why: 'out of order' }, () => process.disconnect()))"],
])('When the process that reads a file %s, the shop goes on, and the file may be sent again', async (_how, script) => {
  const file = join(folder, 'reading.mjs');
  writeFileSync(file, script);
  const outcome = await readApart({ path: join(folder, 'phones.csv'), origin: null }, async () => {}, pathToFileURL(file)).catch((error: unknown) => error);
  if (!(outcome instanceof HttpError)) throw new Error(`expected a refusal, got ${String(outcome)}`);
  expect([outcome.status, outcome.code, String(outcome.cause)]).toEqual([503, 'unavailable', expect.stringContaining('reading an import: ')]);
  expect(outcome.message).toContain('try again');
});
