import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { buildIfStale } from '../../scripts/build.mjs';

const ROOT = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

/** The files that the image copies from the checkout for the shop itself. */
function copiedPaths(): string[] {
  const stage = /AS shop\n(?<steps>.+?)\nFROM/su.exec(dockerfile)?.groups?.steps ?? '';
  return [...stage.matchAll(/^COPY (?!--)(?<path>\S+) /gmu)].map(({ groups }) => groups?.path ?? '');
}

function healthCheck(): string[] {
  return JSON.parse(/HEALTHCHECK .+?CMD (?<command>\[.+?\])$/msu.exec(dockerfile)?.groups?.command ?? '[]') as string[];
}

test('The image contains all that the shop needs, and its health check detects a shop that doesn’t answer', async () => {
  await buildIfStale();
  const directory = temporaryDirectory();
  const shop = join(directory.path, 'shop');
  for (const path of [...copiedPaths(), 'dist']) cpSync(join(ROOT, path), join(shop, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(shop, 'node_modules'));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'dist/app/main.js'], {
    cwd: shop,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(directory.path, 'data'), DEMO: 'false', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (child.exitCode === null && !output.includes('is open at')) await Promise.race([once(child.stdout, 'data'), ended]);
  const port = /is open at http:\/\/localhost:(?<port>\d+)/u.exec(output)?.groups?.port;
  expect(port, output).toBeDefined();
  const [, ...check] = healthCheck();
  const isHealthy = () => spawnSync(process.execPath, check, { env: { PORT: port } }).status === 0;
  expect(isHealthy()).toBe(true);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/favicon.ico`)).status).toBe(200);
  // Built with every call, also those that are only there to throw.
  const unreadable = await fetch(`http://127.0.0.1:${port}/%zz`);
  expect([unreadable.status, unreadable.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  // Loaded by separate commands, not by the shop.
  for (const module of ['seed/seed.ts', 'copy/copy.ts']) {
    const loaded = spawnSync(process.execPath, ['--input-type=module', '-e', `await import('./src/server/db/${module}')`], { cwd: shop, encoding: 'utf8' });
    expect(loaded).toMatchObject({ status: 0 });
  }
  child.kill('SIGTERM');
  await ended;
  expect(isHealthy()).toBe(false);
  directory.remove();
});
