import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '#test/support/free-port.ts';
import { startServer } from '../test/support/server-process.ts';
import type { PreparedShop } from './databases/prepare.ts';
import { familyOf, type Memory, memoryOf, processorMicrosOf } from './process-facts.ts';

export type ShopServer = {
  url: string;
  port: number;
  pid: number;
  /** With its descendants. */
  pids: number[];
  /** From the start until it listens, and until its first search result. */
  openSeconds: number;
  searchSeconds: number;
  memory(): Memory | null;
  /** Waits until its processes hardly work anymore: after the start, it still prepares for requests. Returns for how long, in seconds. */
  quiet(): Promise<number>;
  stop(): Promise<void>;
};

/** As set by `npm start`. */
const NODE_OPTIONS = '--max-semi-space-size=8';

const LOOK_MS = 1000;
/** Of one processor. */
const QUIET_SHARE = 0.1;
const LONGEST_SECONDS = 120;

type Filled = Pick<PreparedShop, 'database' | 'dataDir'>;

/** Starts the shop as in production, with further settings and by another program than Node alone if given, and waits until search works too. */
export async function startShop(
  filled: Filled,
  processes: number,
  { settings = {}, program }: { settings?: Record<string, string>; program?: string[] } = {},
): Promise<ShopServer> {
  const port = await findFreePort();
  const begun = performance.now();
  const secondsSince = (): number => (performance.now() - begun) / 1000;
  const server = await startServer({ ...settingsFor(filled, port), ...settings }, processes === 1 ? [] : ['--processes', String(processes)], program);
  const openSeconds = secondsSince();
  const { pid } = server.child;
  if (pid === undefined) throw new Error('the server has no process');
  const answered = await fetch(`${server.url}/api/searchProducts?search=phone&limit=1`);
  if (!answered.ok) throw new Error(`the first search was answered with ${answered.status}:\n${server.output()}`);
  const searchSeconds = secondsSince();
  const pids = familyOf(pid);
  return {
    url: server.url,
    port,
    pid,
    pids,
    openSeconds,
    searchSeconds,
    memory: () => memoryOf(pids),
    quiet: () => waitUntilQuiet(pids),
    stop: async () => void (await server.stop()),
  };
}

/** The settings of a shop in production. */
export function settingsFor({ database, dataDir }: Filled, port: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    TRUSTED_PROXIES: 'none',
    NODE_OPTIONS,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ALLOW_PRACTICE_CARDS: 'true',
    ALLOW_KEPT_MAIL: 'true',
    DATA_DIR: dataDir,
    ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
  };
}

async function waitUntilQuiet(pids: number[]): Promise<number> {
  const begun = performance.now();
  const secondsSince = (): number => (performance.now() - begun) / 1000;
  let before = processorMicrosOf(pids);
  while (before !== null && secondsSince() < LONGEST_SECONDS) {
    await wait(LOOK_MS);
    const now = processorMicrosOf(pids) ?? 0;
    if (now - before < LOOK_MS * 1000 * QUIET_SHARE) break;
    before = now;
  }
  return secondsSince();
}
