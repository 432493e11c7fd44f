import { afterAll, beforeAll, describe } from 'vitest';
import { testOrders } from '#test/model/orders.model.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.stop());

describe('Two processes on one PostgreSQL, one step at a time in an order that the seed decides', () => {
  testOrders(20_000, 20_040, () => ({ server: postgres.url }));
});

describe('Two processes on one PostgreSQL, all at once', () => {
  testOrders(30_000, 30_040, () => ({ server: postgres.url, isFree: true }));
});
