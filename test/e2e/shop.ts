import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { createVisitor, shareBrowser, type Visitor, type VisitorOptions } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const END_WITH_PARENT = join(ROOT, 'test/support/end-with-parent.ts');
/** The first start builds the pages. */
const START_MS = 180_000;

type RunningShop = { url: string; stop(): Promise<void> };

export type ShopUnderTest = {
  readonly url: string;
  /** Its data directory. */
  readonly directory: string;
  /** Opens a browser that is closed after the test that opened it. Unexpected errors fail the test. */
  visitor(options?: VisitorOptions): Promise<Visitor>;
};

/**
 * Opens a shop for all tests of a file, and closes it after the last; `launchOwn`: with a browser of their own instead of the worker's. Without
 * settings it is the demo shop, copied from the prepared one if there is one.
 */
export function openShop(settings: Record<string, string> = {}, launchOwn?: () => Promise<Browser>): ShopUnderTest {
  const directory = temporaryDirectory();
  const close = async (shop: RunningShop | undefined): Promise<void> => {
    await shop?.stop();
    directory.remove();
  };
  return underTest({ directory: directory.path, start: () => startIn(directory.path, settings), close, launchOwn });
}

let shared: { directory: string; shop: Promise<RunningShop> } | undefined;

/** Opens the worker's demo shop, for files whose tests change nothing in it. It is started once for all of them, and ends with the worker. */
export function readShop(): ShopUnderTest {
  shared ??= shareDemo();
  const { directory, shop } = shared;
  return underTest({ directory, start: () => shop, close: async () => {} });
}

function shareDemo(): { directory: string; shop: Promise<RunningShop> } {
  const { path } = temporaryDirectory();
  const shop = startIn(path, {}, ['--import', END_WITH_PARENT]);
  // The first test that needs it reports what failed.
  shop.catch(() => {});
  return { directory: path, shop };
}

type Opening = {
  directory: string;
  start(): Promise<RunningShop>;
  close(shop: RunningShop | undefined): Promise<void>;
  launchOwn?: (() => Promise<Browser>) | undefined;
};

function underTest({ directory, start, close, launchOwn }: Opening): ShopUnderTest {
  const visitors: Visitor[] = [];
  /** How many visitors were opened before the current test and stay open after it. */
  let staying = 0;
  let shop: RunningShop | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    const [opened, launched] = await Promise.allSettled([start(), (launchOwn ?? shareBrowser)()]);
    if (opened.status === 'fulfilled') shop = opened.value;
    if (launched.status === 'fulfilled') browser = launched.value;
    for (const outcome of [opened, launched]) if (outcome.status === 'rejected') throw outcome.reason;
  }, START_MS);
  beforeEach(() => {
    staying = visitors.length;
  });
  afterEach(async () => {
    for (const visitor of visitors) visitor.expectQuiet();
    await Promise.all(visitors.splice(staying).map(leave));
  });
  afterAll(async () => {
    await Promise.all([...visitors.splice(0).map(leave), launchOwn && browser?.close(), close(shop)]);
  });

  return {
    directory,
    get url() {
      if (!shop) throw new Error('the shop is opened before the first test');
      return shop.url;
    },
    async visitor(options) {
      if (!browser) throw new Error('the browser is launched before the first test');
      const visitor = await createVisitor(browser, this.url, options);
      visitors.push(visitor);
      return visitor;
    },
  };
}

/** Closes a visitor's browser, unless the test did. A request that a test holds at that moment fails nothing. */
async function leave({ context }: Visitor): Promise<void> {
  await Promise.allSettled([context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Starts a shop; without settings the demo shop, which doesn't have to be filled if one is prepared. Nor does an empty one have to be migrated. */
async function startIn(directory: string, settings: Record<string, string>, flags: string[] = []): Promise<RunningShop> {
  const { STOCKED_SHOP, MIGRATED_SQLITE } = process.env;
  const [prepared, place] = settings.DEMO === 'false' ? [MIGRATED_SQLITE, join(directory, 'redial.db')] : [STOCKED_SHOP, directory];
  if (prepared && !settings.DATABASE_URL) cpSync(prepared, place, { recursive: true });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, 'scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: directory, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the shop ended with ${code}:\n${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /is open at (http\S+)/u.exec(output)?.[1];
      if (address) resolve(address);
    });
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
