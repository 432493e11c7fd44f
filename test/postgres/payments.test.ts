import { afterAll, beforeAll, describe } from 'vitest';
import { testInterleavings } from '#test/model/payments.model.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.stop());

describe('Two processes on one PostgreSQL, one step at a time in an order that the seed decides', () => {
  testInterleavings(20_000, 20_050, () => ({ server: postgres.url }));
});

describe('Two processes on one PostgreSQL, all at once', () => {
  testInterleavings(30_000, 30_050, () => ({ server: postgres.url, isFree: true }));
});
