import { join } from 'node:path';
import { findFreePort } from '#test/support/free-port.ts';
import { type ServerProcess, startServer } from '#test/support/server-process.ts';
import type { Front } from './proxies.ts';

export const AUTH_SECRET = 'a secret of this trial alone, long enough';

/** Longer than the database may be away, so that nobody's reservation lapses meanwhile, and short enough to wait for at the end. */
const RESERVATION_SECONDS = 45;

export type Shops = {
  /** Kills one of the two. */
  kill(at: 0 | 1): Promise<void>;
  /** Starts it again, as the system's service manager does. */
  start(at: 0 | 1): Promise<void>;
  isRunning(at: 0 | 1): boolean;
  output(): string;
  stop(): Promise<void>;
};

/** Two free ports, both found before either is freed. */
export async function findShopPorts(): Promise<[number, number]> {
  return Promise.all([findFreePort(), findFreePort()]);
}

/** Starts two shops, as on two machines that share their pictures. */
export async function startShops(directory: string, { url, settings, ports }: Front): Promise<Shops> {
  const servers: (ServerProcess | null)[] = [null, null];
  let earlier = '';
  const start = async (at: 0 | 1): Promise<void> => {
    servers[at] = await startServer({
      ...settings,
      ...{
        DEMO: 'false',
        AUTH_SECRET,
        DATA_DIR: join(directory, 'shop'),
        PORT: String(ports[at]),
        PUBLIC_URL: url,
        PAYMENT_HOLD_SECONDS: String(RESERVATION_SECONDS),
      },
    });
  };
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => (isAlive(server) ? server?.stop() : null)));
  };
  try {
    await start(0);
    await start(1);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    start,
    stop,
    async kill(at) {
      await servers[at]?.kill();
      earlier += servers[at]?.output() ?? '';
    },
    isRunning: (at) => isAlive(servers[at] ?? null),
    output: () => earlier + servers.map((server) => server?.output() ?? '').join(''),
  };
}

const isAlive = (server: ServerProcess | null): boolean => server !== null && server.child.exitCode === null && server.child.signalCode === null;
