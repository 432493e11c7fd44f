import { afterAll, beforeAll, describe } from 'vitest';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { ADMIN, PASSWORD } from './conformance/stage.ts';
import { testOrderJourneys } from './order-journeys.ts';
import { openShop } from './shop.ts';

/** Filled in when the database is there: before the shops are opened, in the order of this file. */
const settings: Record<string, string> = {
  ...{ DEMO: 'false', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD },
  AUTH_SECRET: 'the same secret in both processes 0123456789',
};
let postgres: PostgresServer;
const directory = temporaryDirectory();
beforeAll(async () => {
  postgres = await startOwnPostgres();
  settings.DATABASE_URL = postgres.url;
  // Both serve the same pictures.
  settings.DATA_DIR = directory.path;
});
afterAll(async () => {
  await postgres.stop();
  directory.remove();
});

const [forBuyer, forSeller] = [openShop(settings), openShop(settings)];

describe('Two people on their phones, each with a process of their own on one PostgreSQL', () => testOrderJourneys({ forBuyer, forSeller }));
