import type { DatabaseConfig } from '#server/db/database.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import type { TestApp } from '#test/support/app.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { type ServerProcess, startServer } from '#test/support/server-process.ts';
import { insertFrontPicture } from '#test/support/world/stored-pictures.ts';
import type { Person } from '#test/support/world/world.ts';

const AUTH_SECRET = 'a secret of this test alone, long enough';

export type TwoProcesses = {
  postgres: PostgresServer;
  database: TestDatabase & { config: Extract<DatabaseConfig, { kind: 'postgres' }> };
  servers: [ServerProcess, ServerProcess];
  /** What `createPerson` and `createCategory` need, to write people directly to the database. */
  shop: TestApp;
  settings: Record<string, string>;
  close(): Promise<void>;
};

export type Reply = { status: number; body: Record<string, unknown>; headers: Headers };

/** Starts two shops, as on two machines, that share only a database on a PostgreSQL server with durable writes. */
export async function startTwoProcesses(more: Record<string, string> = {}): Promise<TwoProcesses> {
  const postgres = await startOwnPostgres({ fsync: true });
  const { config, ...database } = await freshDatabase(postgres.url);
  if (config.kind !== 'postgres') throw new Error('the database is on PostgreSQL');
  const settings = { DEMO: 'false', AUTH_SECRET, DATA_DIR: database.directory, DATABASE_URL: config.url, ...more };
  const servers = await Promise.all([startServer(settings), startServer(settings)]);
  await insertFrontPicture(database.db);
  const shop = {
    services: { db: database.db, tokenSecret: Buffer.from(deriveSecret(AUTH_SECRET, 'access-tokens')) },
    clock: { now: () => Date.now() },
  } as unknown as TestApp;
  return {
    postgres,
    database: { ...database, config },
    servers,
    shop,
    settings,
    async close() {
      await Promise.all(servers.map((server) => (server.child.exitCode === null && server.child.signalCode === null ? server.stop() : null)));
      await database.drop();
      await postgres.stop();
    },
  };
}

/** Makes a call as this person; null when the server did not reply. */
export async function callServer(server: ServerProcess, method: string, path: string, options: { as?: Person; body?: object } = {}): Promise<Reply | null> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { ...(options.as && { authorization: `Bearer ${options.as.token}` }), ...(options.body && { 'content-type': 'application/json' }) },
    ...(options.body && { body: JSON.stringify(options.body) }),
  }).catch(() => null);
  return response && { status: response.status, body: (await response.json()) as Reply['body'], headers: response.headers };
}
