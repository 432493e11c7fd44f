import cluster from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createApp, serveShopPages } from './app.ts';
import { openServices, openTracer } from './composition.ts';
import { type Config, readConfig, readEnvironment } from './config/config.ts';
import { lockDataDirectory } from './db/sqlite.ts';
import { OperatorFault } from './errors.ts';
import { type Arguments, readArguments } from './process/arguments.ts';
import { startBackground } from './process/background.ts';
import { openDataDirectory } from './process/data-directory.ts';
import { openLogOutput } from './process/log-output.ts';
import { prepareShop } from './process/opening.ts';
import { superviseWorkers } from './process/primary.ts';
import { requireFinishedRestore } from './process/require-shop.ts';
import { complain, say } from './process/say.ts';
import { explainFault } from './process/start-faults.ts';
import { stopOnSignal } from './process/stopping.ts';

type Running = { address: string; stop(): Promise<void> };

/** Only one process may run a SQLite shop: a second one would run background jobs twice. */
function lock(config: Config): { release(): void } {
  openDataDirectory(config.dataDir);
  requireFinishedRestore(config);
  if (config.database.kind !== 'sqlite') return { release() {} };
  const directoryLock = lockDataDirectory(join(config.dataDir, 'lock'));
  if (!directoryLock) throw new OperatorFault(`Another process is already running a shop on ${config.dataDir}. Stop it, or set DATA_DIR to another directory.`);
  return directoryLock;
}

function greet(config: Config, address: string): void {
  say(`\n${config.shopName} is open at ${address}`);
  if (!config.demo) return;
  const isStored = config.mail.kind === 'mailbox';
  say(`This is a demo shop: no money moves${isStored ? ', and no email is sent' : ''}. You can log in with these accounts, all with the password redial123:`);
  for (const email of ['admin@redial.test', 'seller@redial.test', 'buyer@redial.test']) say(`  ${email}`);
  say(isStored ? `Read its emails at ${address}/mailbox\n` : '');
}

/** Serves a prepared shop until it is stopped. */
async function serveShop(config: Config, dev: boolean): Promise<Running> {
  let app: FastifyInstance | null = null;
  const onFault = (message: string, error: unknown) => app?.log.error(error === null ? {} : { err: error }, message);
  const { services, close } = openServices(config, { onFault, tracer: await openTracer(config) });
  app = await createApp(services, {
    logLevel: config.logLevel,
    logStream: openLogOutput(),
    checkReplies: !config.production && dev,
    dev,
    cacheBytes: config.cacheBytes,
  });
  await serveShopPages(app, services, { dev });
  await app.listen({ port: config.port, host: config.host });
  const background = startBackground(app, services);
  return {
    address: services.origin.url(),
    async stop() {
      app?.leave();
      // Load balancers that ask /readyz stop sending requests; those that still arrive are served.
      if (config.monitoring.stopDelayMs > 0) await wait(config.monitoring.stopDelayMs);
      await app?.close();
      await background.stop();
      await close();
    },
  };
}

/** Runs the whole shop in this process. */
async function startAlone(config: Config, dev: boolean): Promise<void> {
  const directoryLock = lock(config);
  await prepareShop(config);
  const shop = await serveShop(config, dev);
  stopOnSignal(async () => {
    await shop.stop();
    directoryLock.release();
  }, config.monitoring.stopDelayMs);
  greet(config, shop.address);
}

/** Runs one of the processes that share a port; it ends with its parent. */
async function startWorker(config: Config): Promise<void> {
  const shop = await serveShop(config, false);
  stopOnSignal(shop.stop, config.monitoring.stopDelayMs);
  process.send?.({ address: shop.address });
}

/** Prepares the shop once and keeps the given number of worker processes running. */
async function startPrimary(config: Config, processes: number): Promise<void> {
  if (config.database.kind === 'sqlite')
    throw new OperatorFault('Several processes need PostgreSQL, because only one process can use a SQLite file: set DATABASE_URL, or omit --processes.');
  await prepareShop(config);
  const workers = await superviseWorkers(processes, { logLevel: config.logLevel, stopDelayMs: config.monitoring.stopDelayMs });
  if (!workers) process.exit(1);
  stopOnSignal(workers.stop, config.monitoring.stopDelayMs);
  greet(config, workers.address);
}

function start(config: Config, { dev, processes }: Arguments): Promise<void> {
  if (cluster.isWorker) return startWorker(config);
  return processes === null ? startAlone(config, dev) : startPrimary(config, processes);
}

async function run(): Promise<void> {
  // What can't be written, as while the disk is full or once nobody reads it, must not end the shop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  let config: Config | null = null;
  try {
    const given = readArguments(process.argv.slice(2));
    if (given.prepare) return;
    config = readConfig(readEnvironment());
    await start(config, given);
  } catch (error) {
    const explained = explainFault(error, config);
    if (explained === null) throw error;
    complain(explained);
    process.exit(1);
  }
}

await run();
