import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '#test/support/server-process.ts';
import { createCategory, createPerson, listingInput, type Person } from '#test/support/world/world.ts';
import { callServer, startTwoProcesses, type TwoProcesses } from './two-processes.ts';

const WRITERS_EACH = 4;
/** Far more than any machine needs. */
const RECOVERY_MS = 30_000;

let two: TwoProcesses;
let seller: Person;
beforeAll(async () => {
  two = await startTwoProcesses();
  await createCategory(two.shop);
  seller = await createPerson(two.shop, 'seller');
}, 120_000);
afterAll(() => two.close());

type Outcome = { server: ServerProcess; at: number; status: number | null; id: string | null };

/** Lists phones on these servers without a pause, until stopped. */
function startWriting(servers: ServerProcess[]) {
  const outcomes: Outcome[] = [];
  let stopped = false;
  const write = async (server: ServerProcess): Promise<void> => {
    while (!stopped) {
      const reply = await callServer(server, 'POST', `/products?email=${seller.email}`, { as: seller, body: listingInput() });
      const id = reply?.status === 201 ? String(reply.body.insertedId) : null;
      outcomes.push({ server, at: performance.now(), status: reply?.status ?? null, id });
      if (id === null) await wait(20);
    }
  };
  const writers = servers.flatMap((server) => Array.from({ length: WRITERS_EACH }, () => write(server)));
  return {
    outcomes,
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

async function untilWritten(outcomes: Outcome[], server: ServerProcess, after: number): Promise<number> {
  for (const end = performance.now() + RECOVERY_MS; performance.now() < end; await wait(20)) {
    const first = outcomes.find((one) => one.server === server && one.id !== null && one.at > after);
    if (first) return first.at;
  }
  throw new Error(`no write came through within ${RECOVERY_MS} ms`);
}

async function expectAllStored(outcomes: Outcome[]): Promise<number> {
  const acknowledged = outcomes.flatMap(({ id }) => id ?? []);
  const rows = await two.database.db.selectFrom('listings').select('id').execute();
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(20);
  return acknowledged.length;
}

test('Two processes lose no acknowledged write when PostgreSQL crashes, and continue by themselves', {
  timeout: 120_000,
}, async () => {
  const { postgres, servers } = two;
  const { outcomes, stop } = startWriting(servers);
  await wait(2000);
  const cutAt = performance.now();
  await postgres.halt('immediate');
  await wait(1500);
  await postgres.start();
  const backAt = performance.now();
  const again = await Promise.all(servers.map((server) => untilWritten(outcomes, server, backAt)));
  await wait(2000);
  const quietSince = performance.now() - 1000;
  await stop();
  const count = await expectAllStored(outcomes);
  const recoveries = again.map((at) => Math.round(at - backAt)).join(' and ');
  process.stdout.write(`${count} writes were acknowledged and kept; after PostgreSQL answered again the processes wrote within ${recoveries} ms.\n`);
  const failed = outcomes.filter(({ id }) => id === null);
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([503]));
  expect(failed.filter(({ at }) => at < cutAt || at > quietSince)).toEqual([]);
  for (const server of servers) expect(server.child.exitCode).toBe(null);
});

test('Killing one of two writing processes loses no acknowledged write and doesn’t disturb the other', {
  timeout: 120_000,
}, async () => {
  const [victim, survivor] = two.servers;
  const { outcomes, stop } = startWriting([victim, survivor]);
  await wait(2000);
  await victim.kill();
  const killedAt = performance.now();
  await untilWritten(outcomes, survivor, killedAt);
  await wait(1000);
  await stop();
  const count = await expectAllStored(outcomes);
  process.stdout.write(`${count} writes were acknowledged and kept.\n`);
  expect(outcomes.filter(({ server, id }) => server === survivor && id === null)).toEqual([]);
  expect(new Set(outcomes.filter(({ id }) => id === null).map(({ status }) => status))).toEqual(new Set([null]));

  const another = await startServer(two.settings);
  await expect.poll(async () => (await fetch(`${another.url}/readyz`)).status).toBe(200);
  expect(await another.stop()).toBe(0);
});
