import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { createVisitor, shareBrowser, type Visitor, type VisitorOptions } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The first start builds the pages. */
const START_MS = 90_000;

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
  const visitors: Visitor[] = [];
  /** How many visitors were opened before the current test and stay open after it. */
  let staying = 0;
  let shop: RunningShop | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    const { STOCKED_SHOP } = process.env;
    if (STOCKED_SHOP && settings.DEMO !== 'false' && !settings.DATABASE_URL) cpSync(STOCKED_SHOP, directory.path, { recursive: true });
    const [opened, launched] = await Promise.allSettled([npmStart({ DATA_DIR: directory.path, ...settings }), (launchOwn ?? shareBrowser)()]);
    if (opened.status === 'fulfilled') shop = opened.value;
    if (launched.status === 'fulfilled') browser = launched.value;
    for (const outcome of [opened, launched]) if (outcome.status === 'rejected') throw outcome.reason;
  }, START_MS);
  beforeEach(() => {
    staying = visitors.length;
  });
  afterEach(async () => {
    for (const visitor of visitors) visitor.expectQuiet();
    await Promise.all(visitors.splice(staying).map(({ context }) => context.close()));
  });
  afterAll(async () => {
    await Promise.all([...visitors.splice(0).map(({ context }) => context.close()), launchOwn && browser?.close(), shop?.stop()]);
    directory.remove();
  });

  return {
    directory: directory.path,
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

/** Starts the shop as the README does; npm and its shell are one process group, so that all of it can be stopped by its own id. */
async function npmStart(settings: Record<string, string>): Promise<RunningShop> {
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /is open at (http\S+)/u.exec(output)?.[1];
      if (address) resolve(address);
    });
  });
  return {
    url,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}
