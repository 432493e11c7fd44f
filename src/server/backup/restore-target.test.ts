import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { moveAll } from './restore-target.ts';

test('A shop that can’t be moved aside as a whole stays where it was', async () => {
  const { path: from, remove } = temporaryDirectory();
  const to = join(from, 'before-restore');
  mkdirSync(to);
  writeFileSync(join(from, 'redial.db'), 'rows');
  // What is not there can’t be moved, like what is on a separate disk.
  await expect(moveAll(['redial.db', 'images'], from, to)).rejects.toThrow(/can’t be moved aside: .+ The directory is unchanged\./u);
  expect([readFileSync(join(from, 'redial.db'), 'utf8'), existsSync(to)]).toEqual(['rows', false]);
  remove();
});
