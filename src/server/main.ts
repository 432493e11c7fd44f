import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { compose } from './composition.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { readDemoState } from './db/queries.ts';
import { lockDataDirectory } from './db/sqlite.ts';
import { ensureBrands } from './features/catalogue/index.ts';
import { ensureAdmin } from './first-admin.ts';
import { servePages } from './http/pages.ts';
import type { Background, Services } from './services.ts';
import { CannotStart, explainFault } from './start-faults.ts';

const STOP_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A SQLite shop belongs to one process: a second one would let holds and sweeps run twice. */
const lock = (config: Config): { release(): void } => {
  if (config.database.kind !== 'sqlite') return { release() {} };
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const held = lockDataDirectory(join(config.dataDir, 'lock'));
  if (!held) throw new CannotStart(`Another process runs a shop on ${config.dataDir} already. Stop it, or set DATA_DIR to another place.`);
  return held;
};

/** Stocks a demo shop in a process of its own: drawing and shrinking its pictures takes memory that would never come back. */
const stockDemoShop = async (): Promise<void> => {
  const script = fileURLToPath(new URL('../../scripts/seed.ts', import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new CannotStart('The demo shop could not be stocked; the reason stands above.');
};

const stock = async (config: Config, services: Services): Promise<void> => {
  if (config.admin) await ensureAdmin(services, config.admin);
  await ensureBrands(services.db);
  const stocked = await readDemoState(services.db);
  if (config.demo && stocked !== 'done') await stockDemoShop();
  if (config.production && !config.demo && stocked !== 'none') {
    throw new CannotStart('This database was stocked as a demo shop: its logins are known to everybody. Start with an empty one, or say DEMO=true.');
  }
};

const greet = (config: Config, address: string): void => {
  say(`\n${config.shopName} is open at ${config.publicUrl ?? address}`);
  if (!config.demo) return;
  say('This is a demo shop: no money moves, and no mail leaves it. Ready logins, all with the password redial123:');
  for (const email of ['admin@redial.test', 'seller@redial.test', 'buyer@redial.test']) say(`  ${email}`);
  say(`Mails are kept at ${config.publicUrl ?? address}/mailbox\n`);
};

const listen = async (app: FastifyInstance, config: Config): Promise<string> => {
  const address = await app.listen({ port: config.port, host: config.host });
  return config.host === '127.0.0.1' ? address.replace('127.0.0.1', 'localhost') : address;
};

const stopOnSignal = (stop: () => Promise<void>): void => {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    // A request that never ends must not keep the process for ever.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
};

const start = async (config: Config): Promise<void> => {
  const held = lock(config);
  let app: FastifyInstance | null = null;
  const onFault = (message: string, error: unknown) => app?.log.error({ err: error }, message);
  const { services, close } = await compose(config, { onFault });
  await stock(config, services);
  const dev = process.argv.includes('--dev');
  app = await createApp(services, {
    logLevel: config.logLevel,
    checkReplies: !config.production && dev,
    dev,
    secure: config.publicUrl?.startsWith('https:') ?? false,
  });
  await servePages(app, { config: services.publicConfig, publicUrl: config.publicUrl, dev });
  const address = await listen(app, config);
  const background: Background = startBackground(app, services);
  stopOnSignal(async () => {
    await app?.close();
    await background.stop();
    await close();
    held.release();
  });
  greet(config, address);
};

const run = async (): Promise<void> => {
  let config: Config | null = null;
  try {
    config = readConfig(readEnvironment());
    await start(config);
  } catch (error) {
    const explained = explainFault(error, config);
    if (explained === null) throw error;
    process.stderr.write(`${explained}\n`);
    process.exit(1);
  }
};

// `--prepare` only loads the code, so that a cache of it can be filled.
if (!process.argv.includes('--prepare')) await run();
