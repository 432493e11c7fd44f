import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { buildIfStale } from '../../scripts/build.mjs';
import { findFreePort } from '../support/free-port.ts';
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts';
import { addSellers } from './crowd.ts';

export type AttackedShop = { port: number; url: string; dataDir: string; server: ServerProcess; close(): Promise<void> };

/** Starts the demo shop with production's rules: default limits, and emails stored so that the attackers can read their own. */
export async function startShop(): Promise<AttackedShop> {
  await buildIfStale();
  const directory = temporaryDirectory();
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../scripts/seed.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: directory.path },
    stdio: 'ignore',
  });
  addSellers(directory.path);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    NODE_ENV: 'production',
    DEMO: 'true',
    NODE_OPTIONS: '--max-semi-space-size=8',
    PORT: String(port),
    PUBLIC_URL: url,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ALLOW_PRACTICE_CARDS: 'true',
    ALLOW_KEPT_MAIL: 'true',
    RATE_LIMITS: '1',
    DATA_DIR: directory.path,
  });
  return {
    port,
    url,
    dataDir: directory.path,
    server,
    async close() {
      await server.kill();
      directory.remove();
    },
  };
}
