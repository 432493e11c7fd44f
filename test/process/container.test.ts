import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { buildIfStale } from '../../scripts/build.mjs';

const ROOT = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

let directory: ReturnType<typeof temporaryDirectory>;
/** Holds what the image holds. */
let shop: string;
beforeAll(async () => {
  await buildIfStale();
  directory = temporaryDirectory();
  shop = join(directory.path, 'shop');
  for (const path of [...copiedPaths(), 'dist']) cpSync(join(ROOT, path), join(shop, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(shop, 'node_modules'));
}, 120_000);
afterAll(() => directory.remove());

/** The files that the image copies from the checkout for the shop itself. */
function copiedPaths(): string[] {
  const stage = /AS shop\n(?<steps>.+?)\nFROM/su.exec(dockerfile)?.groups?.steps ?? '';
  return [...stage.matchAll(/^COPY (?!--)(?<path>\S+) /gmu)].map(({ groups }) => groups?.path ?? '');
}

function healthCheck(): string[] {
  return JSON.parse(/HEALTHCHECK .+?CMD (?<command>\[.+?\])$/msu.exec(dockerfile)?.groups?.command ?? '[]') as string[];
}

/** Starts a shop from the image's files, and waits until it is open. */
async function open(demo: 'true' | 'false'): Promise<{ port: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'dist/app/main.js'], {
    cwd: shop,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(directory.path, `demo-${demo}`), DEMO: demo, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (child.exitCode === null && !output.includes('is open at')) await Promise.race([once(child.stdout, 'data'), ended]);
  const port = /is open at http:\/\/localhost:(?<port>\d+)/u.exec(output)?.groups?.port;
  if (port === undefined) throw new Error(`The shop did not open:\n${output}`);
  return { port, child };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}

test('The image contains all that the shop needs, and its health check detects a shop that doesn’t answer', async () => {
  const { port, child } = await open('false');
  const [, ...check] = healthCheck();
  const isHealthy = () => spawnSync(process.execPath, check, { env: { PORT: port } }).status === 0;
  expect(isHealthy()).toBe(true);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/favicon.ico`)).status).toBe(200);
  // Built with every call, also those that are only there to throw.
  const unreadable = await fetch(`http://127.0.0.1:${port}/%zz`);
  expect([unreadable.status, unreadable.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  // Loaded by a separate command, not by the shop.
  const loaded = spawnSync(process.execPath, ['--input-type=module', '-e', `await import('./src/server/db/copy/copy.ts')`], { cwd: shop, encoding: 'utf8' });
  expect(loaded).toMatchObject({ status: 0 });
  await stop(child);
  expect(isHealthy()).toBe(false);
});

test('A demo shop opens in the image', async () => {
  const { port, child } = await open('true');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  await stop(child);
}, 120_000);

test('The files that the image copies are sent to its build', () => {
  const sent = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(copiedPaths().filter((path) => !sent.some((root) => path === root || path.startsWith(`${root}/`)))).toEqual([]);
});
