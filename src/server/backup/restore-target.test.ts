import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { moveAll, takePlace, UNFINISHED_RESTORE } from './restore-target.ts';

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

test('No shop starts where one was moved aside and the restored one could not be moved into place', async () => {
  const { path, remove } = temporaryDirectory();
  writeFileSync(join(path, 'redial.db'), 'rows');
  const place = await takePlace(path, { isReplacing: true, bytes: 0, stamp: 'now' });
  const { rename } = fs;
  fs.rename = async (from, to) => {
    if (String(from).includes(UNFINISHED_RESTORE)) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    await rename(from, to);
  };
  syncBuiltinESMExports();
  await expect(place.commit()).rejects.toThrow('full');
  fs.rename = rename;
  syncBuiltinESMExports();
  await place.giveUp();
  const [isMarked, isAside] = [existsSync(join(path, UNFINISHED_RESTORE)), existsSync(join(path, 'before-restore-now', 'redial.db'))];
  expect({ isMarked, isAside }).toEqual({ isMarked: true, isAside: true });
  remove();
});
