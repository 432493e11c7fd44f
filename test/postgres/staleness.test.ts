import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerProcess } from '#test/support/server-process.ts';
import { createCategory, createPerson, listingInput, type Person } from '#test/support/world/world.ts';
import { callServer, startTwoProcesses, type TwoProcesses } from './two-processes.ts';

/** The duration in milliseconds; `STALENESS_MS` overrides it. */
const RUN_MS = Number(process.env.STALENESS_MS ?? 15_000);
/** Nothing shown may be older than this. */
const OLDEST_MS = 1000;
/** A list's first page has everything written within this time. */
const SHOWN_MS = 4000;
const WRITE_EVERY_MS = 200;

let two: TwoProcesses;
let seller: Person;

beforeAll(async () => {
  two = await startTwoProcesses();
  seller = await createPerson(two.shop, 'seller');
  await createCategory(two.shop, 'Samsung');
}, 180_000);
afterAll(() => two.close());

/** A phone that was listed (and must be visible) or deleted (and must not be), with the time it was acknowledged. */
type Written = { id: string; isThere: boolean; at: number };

const PATHS = [
  '/api/products?name=samsung&limit=100',
  '/api/searchProducts?search=galaxy&limit=100&sort=newest',
  '/category/samsung?',
  '/search?search=galaxy&sort=newest&',
];

function stale(written: readonly Written[], begun: number, body: string): Written[] {
  return written.filter(({ id, isThere, at }) => at < begun - OLDEST_MS && at > begun - SHOWN_MS && body.includes(id) !== isThere);
}

test('One process shows what another writes within a second, under constant reads and writes', async () => {
  const [writer, reader] = two.servers;
  const written: Written[] = [];
  const ends = performance.now() + RUN_MS;
  let [reads, oldest] = [0, 0];
  const late: string[] = [];

  const write = async (server: ServerProcess): Promise<void> => {
    while (performance.now() < ends) {
      const listed = await callServer(server, 'POST', `/products?email=${seller.email}`, { as: seller, body: listingInput({ model_name: 'Galaxy S21' }) });
      const id = String(listed?.body.insertedId);
      const entry: Written = { id, isThere: true, at: performance.now() };
      written.push(entry);
      await wait(WRITE_EVERY_MS);
      // Every second one is deleted again, once nobody looks for it anymore.
      if (written.length % 2 === 0 && written.length > 30) {
        const gone = written[written.length - 30];
        if (gone?.isThere) {
          await callServer(server, 'DELETE', `/products/${gone.id}`, { as: seller });
          Object.assign(gone, { isThere: false, at: performance.now() });
        }
      }
    }
  };

  const read = async (path: string): Promise<void> => {
    while (performance.now() < ends) {
      const begun = performance.now();
      const response = await fetch(reader.url + path);
      expect(response.status).toBe(200);
      const body = await response.text();
      reads += 1;
      // Deletions during this read are checked by the next one.
      for (const one of stale(written, begun, body)) {
        late.push(`${path} ${one.isThere ? 'lacks' : 'still has'} ${one.id}`);
        oldest = Math.max(oldest, begun - one.at);
      }
      await wait(20);
    }
  };

  await Promise.all([write(writer), ...PATHS.map(read)]);
  process.stdout.write(
    `staleness: ${written.length} written by one process, ${reads} read from another, ${late.length} older than a second (${Math.round(oldest)} ms)\n`,
  );
  expect(written.length).toBeGreaterThan(35);
  expect(late).toEqual([]);
}, 180_000);
