import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type AppOptions, createApp, serveShopPages } from '#server/app.ts';
import { compose, type Surroundings } from '#server/composition.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { type DatabaseConfig, type DatabaseOptions, openDatabase } from '#server/db/database.ts';
import { createSending, type SendingEvent } from '#server/features/mail/index.ts';
import { renderStored } from '#server/messages/reference-queries.ts';
import type { Mailer } from '#server/ports/mailer.ts';
import type { Services } from '#server/services.ts';
import { buildIfStale } from '../../scripts/build.mjs';
import { type Clock, createClock } from './clock.ts';
import { unopenedDatabase } from './database.ts';
import { requireCurrentPresentations } from './presentations.ts';
import { QUICK_HASHES } from './quick-hashes.ts';
import { insertFrontPicture } from './world/stored-pictures.ts';

export type TestReply = { status: number; body: unknown; headers: Record<string, string | string[] | number | undefined> };

export type TestApp = {
  app: FastifyInstance;
  services: Services;
  config: Config;
  clock: Clock;
  /** Makes a call as the bearer of the access token `as`; `path` is below `/api`. */
  call(method: string, path: string, options?: { as?: string; body?: unknown; headers?: Record<string, string> }): Promise<TestReply>;
  close(): Promise<void>;
};

type TestAppOptions = {
  /** Serve the built pages too, building them first where they are stale. */
  pages?: boolean;
  /** A PostgreSQL server that the test stops and starts itself. */
  databaseServer?: string;
  /** A replica of it. */
  replicaServer?: string;
  /** Leave the database unchecked at the end, because the test breaks it. */
  breaksDatabase?: boolean;
  /** A filled database to use instead of an empty one; it stays when the test is over. */
  filled?: { database: DatabaseConfig; dataDir: string };
  /** Receives every statement of the app's own features. */
  onQuery?: DatabaseOptions['onQuery'];
  /** Makes the card provider misbehave. */
  cards?: Surroundings['cards'];
  /** Hash passwords as slowly as in production. */
  slowHashes?: boolean;
  /** Check replies against the contract (default: true). */
  checkReplies?: boolean;
  /** Overrides how long request bodies are waited for. */
  bodies?: AppOptions['bodies'];
  /** Overrides how often event streams are checked. */
  heartbeatMs?: number;
  /** Receives every log line, at every level. */
  onLog?: (line: string) => void;
};

/**
 * The whole app on a fresh database. Every reply is checked against the contract; rate limits and the first-purchase discount are off unless
 * `environment` turns them on.
 */
export async function createTestApp(
  environment: Record<string, string> = {},
  {
    pages = false,
    databaseServer,
    replicaServer,
    breaksDatabase = false,
    cards,
    bodies,
    heartbeatMs,
    checkReplies = true,
    onLog,
    filled,
    onQuery,
    slowHashes = false,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const database = filled ? { config: filled.database, directory: filled.dataDir, drop: async () => {} } : await unopenedDatabase(databaseServer);
  const clock = createClock();
  const replicaUrl =
    replicaServer === undefined ? null : Object.assign(new URL(replicaServer), { pathname: new URL(databaseUrlOf(database.config)).pathname }).href;
  const config = {
    ...readConfig({ DATA_DIR: database.directory, PORT: '80', LOG_LEVEL: 'fatal', RATE_LIMITS: '0', FIRST_PURCHASE_PERCENT: '0', ...environment }),
    database: database.config.kind === 'postgres' ? { ...database.config, replicaUrl } : database.config,
  };
  const faults: unknown[] = [];
  const { services, close } = await compose(config, {
    clock,
    onFault: (_message, error) => faults.push(error),
    ...(cards && { cards }),
    ...(!slowHashes && { hashes: QUICK_HASHES }),
  });
  const heard = onQuery ? openDatabase(config.database, { onQuery }) : services.db;
  const app = await createApp(
    { ...services, ...(onQuery && { db: heard, reads: heard }) },
    {
      logLevel: onLog ? 'trace' : (process.env.TEST_LOG ?? 'silent'),
      ...(onLog && { logStream: { write: onLog } }),
      checkReplies,
      dev: false,
      ...(bodies && { bodies }),
      ...(heartbeatMs !== undefined && { heartbeatMs }),
    },
  );
  if (pages) {
    await buildIfStale();
    await serveShopPages(app, services, { dev: false });
  }
  await app.ready();
  askByOwnName(app);
  await insertFrontPicture(services.db);
  return {
    app,
    services,
    config,
    clock,
    async call(method, path, { as, body, headers = {} } = {}) {
      const response = await app.inject({
        method: method as 'GET',
        url: `/api${path}`,
        headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
      return { status: response.statusCode, body: parse(response.body), headers: response.headers };
    },
    async close() {
      await app.close();
      if (onQuery) await heard.destroy();
      if (databaseServer === undefined && !breaksDatabase) await requireCurrentPresentations(services.db);
      await close();
      await database.drop();
    },
  };
}

const databaseUrlOf = (config: DatabaseConfig): string => (config.kind === 'postgres' ? config.url : '');

/** Makes injected requests without a host ask for the shop's own host. */
export function askByOwnName(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  app.inject = ((options: InjectOptions | string) =>
    inject({ authority: new URL(app.shopOrigin.url()).host, ...(typeof options === 'string' ? { url: options } : options) })) as typeof app.inject;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The rendered emails in the outbox for an address, oldest first. */
export async function mailsTo({ services: { db } }: Pick<TestApp, 'services'>, email: string) {
  return renderStored(db, await db.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('id').execute(), { email });
}

/** Sends what is due in the outbox, like the background job. Returns the events that an operator would see. */
export async function sendMails({ services }: Pick<TestApp, 'services'>, mailer: Mailer = services.mailer): Promise<SendingEvent[]> {
  const events: SendingEvent[] = [];
  const needs = { ...services, mailer, shopName: () => services.settings.current().branding.shopName, origin: services.origin.url() };
  const sending = createSending(needs, (event) => events.push(event));
  await sending.run();
  return events;
}
