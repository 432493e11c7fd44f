import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { openLogOutput } from './log-output.ts';

test('Lines that a full disk doesn’t take are dropped, without an error', () => {
  const full = openSync('/dev/full', 'w');
  const output = openLogOutput(full);
  for (const line of ['one\n', 'two\n']) output.write(line);
  closeSync(full);
});

test('Lines are in the file as soon as they are written', () => {
  const { path, remove } = temporaryDirectory();
  const file = openSync(join(path, 'log'), 'w');
  const output = openLogOutput(file);
  for (const line of ['one\n', 'two — ☎\n']) output.write(line);
  expect(readFileSync(join(path, 'log'), 'utf8')).toBe('one\ntwo — ☎\n');
  closeSync(file);
  remove();
});

test('A pipe whose reader is slow gets every line, in order, once there is room', async () => {
  const { path, remove } = temporaryDirectory();
  const pipe = join(path, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  const output = openLogOutput(writer);
  const lines = Array.from({ length: 2000 }, (_, at) => `${at} ${'x'.repeat(60)}\n`);
  for (const line of lines) output.write(line);
  const chunk = Buffer.alloc(10_000);
  let read = '';
  while (read.length < lines.join('').length) {
    try {
      read += chunk.toString('utf8', 0, readSync(reader, chunk));
    } catch {
      await wait(5);
    }
  }
  expect(read).toBe(lines.join(''));
  for (const file of [reader, writer]) closeSync(file);
  remove();
});
