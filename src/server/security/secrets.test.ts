import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { readOrMakeSecret, readSecret } from './secrets.ts';

let directory: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

test('The first start makes a secret, and the next ones find it', () => {
  const made = readOrMakeSecret(null, directory.path);
  expect([made.length, readOrMakeSecret(null, directory.path), readSecret(null, directory.path)]).toEqual([64, made, made]);
});

test.each(['', '\n', 'too short'])('A stored secret that anybody could guess is refused, and not replaced: %j', (text) => {
  const file = join(directory.path, 'secret');
  writeFileSync(file, text);
  expect(() => readOrMakeSecret(null, directory.path)).toThrow('has no secret of 32 characters or more');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('A shop without its secret gets no other one from a command', () => {
  expect(() => readSecret(null, directory.path)).toThrow('Set DATA_DIR to the shop’s data directory, or AUTH_SECRET to its secret.');
  expect(existsSync(join(directory.path, 'secret'))).toBe(false);
});
