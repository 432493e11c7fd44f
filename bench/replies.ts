import { say } from '#server/process/say.ts';
import { type Asker, createAsker } from './asking.ts';
import { emptyShop, prepareShop } from './databases/prepare.ts';
import { measure } from './load/measure.ts';
import type { Visit } from './load/visits.ts';
import type { Options } from './options.ts';
import type { Check } from './oracle/checks.ts';
import { createOracle, type Oracle } from './oracle/oracle.ts';
import { checkAll } from './oracle/verdict.ts';
import { ROWS, type Row } from './rows.ts';
import { createShop, latestEnd } from './shop/ingredients.ts';
import { type ShopServer, startShop } from './shop-server.ts';

const SIZE = 10_000;
/** What is asked for changes after this many replies. */
const BATCH = 250_000;
const VISITS_A_ROW = 12;
const WARM_UP = { minMs: 0, visits: 0, maxMs: 0 };

/**
 * A twentieth of the replies comes from a shop whose cache stores nothing, and so from memory that is used again for each. That shop
 * isn't asked for pages: each says when its data was read, so all would differ, and there is no room to store them until they are checked.
 */
const PARTS: { what: string; part: number; settings: Record<string, string>; isAsked(row: Row): boolean }[] = [
  { what: 'without a cache', part: 0.05, settings: { CACHE_MB: '0' }, isAsked: ({ kind }) => kind !== 'page' },
  { what: 'with the usual cache', part: 0.95, settings: {}, isAsked: () => true },
];

type Asking = { server: ShopServer; oracle: Oracle; options: Options; rows: Row[] };

/**
 * Asks for this many replies of every checked row, mixed at random, on all connections at once, and compares every body with what the generated
 * listings say: each different one in full, and the others with those byte by byte. Returns whether all of them were right.
 */
export async function checkReplies(count: number, options: Options): Promise<boolean> {
  const shop = await createShop({ seed: options.seed, size: SIZE, end: latestEnd(Date.now()) });
  const prepared = await prepareShop(shop, { folder: options.folder, postgresUrl: null });
  const oracle = createOracle(shop);
  let isRight = true;
  for (const { what, part, settings, isAsked } of PARTS) {
    const rows = ROWS.filter((row) => row.kind !== 'write' && isAsked(row));
    await emptyShop(prepared);
    const server = await startShop(prepared, 1, { settings });
    try {
      for (let left = Math.ceil(count * part), seed = options.seed; left > 0; left -= BATCH, seed += 1) {
        const { line, isFine } = await checkBatch(Math.min(left, BATCH), { server, oracle, options: { ...options, seed }, rows });
        say(`  ${isFine ? 'ok   ' : 'WRONG'}  ${what}: ${line}`);
        isRight &&= isFine;
      }
    } finally {
      await server.stop();
    }
  }
  await emptyShop(prepared);
  return isRight;
}

async function checkBatch(most: number, { server, oracle, options, rows }: Asking): Promise<{ line: string; isFine: boolean }> {
  const { visits, check } = await visitsOf(rows, createAsker(oracle.shop, { url: server.url, seed: options.seed, count: VISITS_A_ROW }));
  const { tally, seen } = await measure({
    ...{ port: server.port, pids: server.pids, visits, order: 'any', seed: options.seed, connections: options.connections, headers: {} },
    ...{ warmUp: WARM_UP, measureMs: Number.POSITIVE_INFINITY, most, storeEvery: 1 },
  });
  const { replies, wrong, first } = checkAll(oracle, visits, { seen, check });
  const isFine = wrong === 0 && tally.errors === 0 && replies === tally.visits;
  const line = `${tally.visits} replies, ${replies} checked, ${wrong} wrong, ${tally.errors} without success, ${Math.round(tally.perSecond)} a second`;
  return { line: first === null ? line : `${line}; ${first}`, isFine };
}

/** Visits of every row with a check, made by people who have logged in just now where the row says so. */
async function visitsOf(rows: Row[], asker: Asker): Promise<{ visits: Visit[]; check: Check }> {
  const checks = new Map<Visit, Check>();
  for (const { check, headers, visits } of rows) {
    if (!check) continue;
    for (const visit of (await visits(asker)).slice(0, VISITS_A_ROW)) checks.set({ ...visit, headers: { ...headers, ...visit.headers } }, check);
  }
  return { visits: [...checks.keys()], check: (oracle, visit, body) => checks.get(visit)?.(oracle, visit, body) ?? null };
}
