import { createAsker } from '../asking.ts';
import { emptyShop, prepareShop } from '../databases/prepare.ts';
import { headersLike, type Limit } from '../limit.ts';
import { isUncached, sample } from '../measure-rows.ts';
import type { Options } from '../options.ts';
import { createOracle, type Oracle } from '../oracle/oracle.ts';
import { checkAll } from '../oracle/verdict.ts';
import { type ThreadTimes, threadTimesOf } from '../process-facts.ts';
import type { Row } from '../rows.ts';
import { createShop, latestEnd, type Shop } from '../shop/ingredients.ts';
import { startShop } from '../shop-server.ts';
import { createSlices, type Slices } from './slices.ts';

/**
 * Each row's share of the constant server beside it, by processor time; what was wrong with replies; and the servers' threads' times, whose waiting says
 * how much other work the machine did.
 */
export type Measured = { ratios: Map<string, number>; wrong: string[]; times: ThreadTimes };

/** A row, and the constant server asked for as many bytes, before and after. */
type Pair = { name: string; row: Slices; beside: Slices; become(): Promise<void> };

/** The row that compares the constant server with itself: how far it is from 1 says how far the others may be off. */
export const CONTROL = 'the constant itself';

const SIZE = 10_000;
const VISITS = 4000;
const ROUNDS = 14;
const ROW_MS = 160;
const BESIDE_MS = 60;
const WARM_UP_MS = 1000;
const BESIDE_WARM_UP_MS = 200;

type Measuring = { options: Pick<Options, 'seed' | 'folder'>; limit: Limit };

/**
 * Measures reads in many short slices, a round of all rows after another, so that neither a busy moment nor a slow start falls on one row alone. Of a
 * row and of the constant beside it, the slice with the least processor time per request counts.
 */
export async function measureSteadily(rows: Row[], { options, limit }: Measuring): Promise<Measured> {
  const shop = await createShop({ seed: options.seed, size: SIZE, end: latestEnd(Date.now()) });
  const prepared = await prepareShop(shop, { folder: options.folder, postgresUrl: null });
  const measured: Measured = { ratios: new Map(), wrong: [], times: { ran: 0, waited: 0 } };
  for (const group of [rows.filter(isUncached), rows.filter((row) => !isUncached(row))]) {
    if (group.length === 0) continue;
    await emptyShop(prepared);
    const server = await startShop(prepared, 1, group.every(isUncached) ? { CACHE_MB: '0' } : {});
    try {
      await server.quiet();
      await measureGroup(group, { shop, options, limit, server, measured });
    } finally {
      await server.stop();
    }
  }
  return measured;
}

type Server = { url: string; port: number; pids: number[] };
type Grouped = Measuring & { shop: Shop; server: Server; measured: Measured };

async function measureGroup(rows: Row[], { shop, options, limit, server, measured }: Grouped): Promise<void> {
  const asker = createAsker(shop, { url: server.url, seed: options.seed, count: VISITS });
  const oracle = createOracle(shop);
  const pairs: Pair[] = [];
  for (const row of rows) pairs.push(await preparePair(row, { visits: await row.visits(asker), server, limit, oracle, measured }));
  const control = createControl(limit);
  await control.become();
  await control.row.warmUp(BESIDE_WARM_UP_MS);
  await control.beside.warmUp(BESIDE_WARM_UP_MS);
  const pids = [...server.pids, limit.pid];
  const before = threadTimesOf(pids);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { row, beside, become } of [...pairs, control]) {
      await become();
      await beside.run();
      await row.run();
    }
  const after = threadTimesOf(pids);
  measured.times.ran += (after?.ran ?? 0) - (before?.ran ?? 0);
  measured.times.waited += (after?.waited ?? 0) - (before?.waited ?? 0);
  for (const { name, row, beside } of [...pairs, control]) measured.ratios.set(name, ratioOf(row.micros, beside.micros));
}

function ratioOf(row: number[], beside: number[]): number {
  return Math.min(...beside) / Math.min(...row);
}

type Preparing = Pick<Grouped, 'server' | 'limit' | 'measured'> & { visits: Awaited<ReturnType<Row['visits']>>; oracle: Oracle };

async function preparePair(row: Row, { visits, server, limit, oracle, measured }: Preparing): Promise<Pair> {
  const { name, check, headers = {} } = row;
  const ofRow = createSlices({ port: server.port, pids: server.pids, visits, headers, ms: ROW_MS });
  const { tally, seen } = await ofRow.warmUp(WARM_UP_MS);
  const { wrong, first } = check ? checkAll(oracle, visits, { seen, check }) : { wrong: 0, first: null };
  if (wrong > 0) measured.wrong.push(`${name}: ${wrong} wrong: ${first}`);
  const { status, headers: found } = await sample(server.url, visits.at(-1) ?? { path: '/' }, headers);
  const become = (): Promise<void> => limit.become({ status, headers: headersLike(found, tally.bytes), bytes: tally.bytes });
  await become();
  const beside = createSlices({ port: limit.port, pids: [limit.pid], visits, headers, ms: BESIDE_MS });
  await beside.warmUp(BESIDE_WARM_UP_MS);
  return { name, row: ofRow, beside, become };
}

const CONTROL_BYTES = 50_000;

function createControl(limit: Limit): Pair {
  const constant = { port: limit.port, pids: [limit.pid], visits: [{ path: '/' }], headers: {} };
  return {
    name: CONTROL,
    row: createSlices({ ...constant, ms: ROW_MS }),
    beside: createSlices({ ...constant, ms: BESIDE_MS }),
    become: () => limit.become({ status: 200, headers: { 'content-type': 'application/json', 'content-length': String(CONTROL_BYTES) }, bytes: CONTROL_BYTES }),
  };
}
