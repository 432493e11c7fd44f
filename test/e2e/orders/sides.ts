import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type DatabaseConfig, openDatabase } from '#server/db/database.ts';
import type { Db } from '#server/db/tables.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { EMPTY_SHOP } from '../conformance/stage.ts';
import { openShop, type ShopUnderTest } from '../shop.ts';

/** The process that each side's browser talks to; one shop may have several. */
export type Sides = {
  forBuyer: ShopUnderTest;
  forSeller: ShopUnderTest;
  /** Changes what only time would change. */
  change(work: (db: Db) => Promise<unknown>): Promise<void>;
};

/** Fees to subtract, and a service that pays out the rest. */
const SETTINGS = { ...EMPTY_SHOP, PAYOUTS: 'practice', FIRST_PURCHASE_PERCENT: '0', SELLER_FEE_PERCENT: '5', SELLER_FEE_FIXED: '0.30' };

/** Opens a shop of one process on SQLite. */
export function openOneProcess(): Sides {
  const shop = openShop(SETTINGS);
  return { forBuyer: shop, forSeller: shop, change: (work) => changeRows({ kind: 'sqlite', file: join(shop.directory, 'redial.db') }, work) };
}

/** Opens a shop of two processes on one PostgreSQL, one process for each side. */
export function openTwoProcesses(): Sides {
  // Filled in before the processes start: hooks run in the order of this function.
  const settings: Record<string, string> = { ...SETTINGS, AUTH_SECRET: 'the same secret in both processes 0123456789' };
  const directory = temporaryDirectory();
  let postgres: PostgresServer;
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
  return { forBuyer, forSeller, change: (work) => changeRows({ kind: 'postgres', url: postgres.url, pool: 1 }, work) };
}

async function changeRows(config: DatabaseConfig, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = openDatabase(config);
  await work(db).finally(() => db.destroy());
}
