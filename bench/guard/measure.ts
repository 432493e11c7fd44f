import { join } from 'node:path';
import { createAsker } from '../asking.ts';
import { emptyShop, prepareShop } from '../databases/prepare.ts';
import { headersLike, type Limit, startLimit } from '../limit.ts';
import { generate } from '../load/generate.ts';
import type { Visit } from '../load/visits.ts';
import { isUncached, sample } from '../measure-rows.ts';
import type { Options } from '../options.ts';
import { createOracle, type Oracle } from '../oracle/oracle.ts';
import { checkAll } from '../oracle/verdict.ts';
import { percentile } from '../percentiles.ts';
import type { Row } from '../rows.ts';
import { createShop, latestEnd } from '../shop/ingredients.ts';
import { type ShopServer, startShop } from '../shop-server.ts';
import type { Figures } from './compare.ts';
import type { Counter } from './counted.ts';

/** Each row's share of the constant server beside it, and what was wrong with replies. */
export type Measured = { figures: Figures; wrong: string[] };

const SIZE = 10_000;
/** The warm-up fills what the shop keeps in memory: of the cards, most. A page takes ten times as long as a reply of the API, and shows the same cards. */
const REPLIES = { warmUp: 400, slice: 20 };
const PAGES = { warmUp: 100, slice: 10 };
const BESIDE = { warmUp: 100, slice: 20 };
/** Of the slices of a row, the median counts: the others may have to collect more garbage or to look after the shop. */
const SLICES = 3;
/** What seems slower is counted again once background work has ended, and the best try counts. */
const TRIES = 3;
/** Of every so many replies, one is checked. */
const CHECKED_PART = 4;

export type Measuring = {
  options: Pick<Options, 'seed' | 'folder'>;
  counter: Counter;
  isSlower(name: string, share: number): boolean;
  onFigure(name: string, share: number): void;
};

/** Starts the shop of 10,000 listings under the counter and asks for each row, one request at a time; all of them are uncached or none. */
export async function measureRows(rows: Row[], { options, counter, isSlower, onFigure }: Measuring): Promise<Measured> {
  const caches = !rows.every(isUncached);
  // Searches in the real data take up to three times the instructions, and not every checkout has it.
  const shop = await createShop({ seed: options.seed, size: SIZE, end: latestEnd(Date.now()), wanted: 'demo' });
  const prepared = await prepareShop(shop, { folder: join(options.folder, caches ? 'guard-cached' : 'guard'), postgresUrl: null });
  await emptyShop(prepared);
  const measured: Measured = { figures: {}, wrong: [] };
  const limit = await startLimit(counter.program);
  try {
    const server = await startShop(prepared, 1, { settings: caches ? {} : { CACHE_MB: '0' }, program: counter.program });
    try {
      await server.quiet();
      const asker = createAsker(shop, { url: server.url, seed: options.seed, count: REPLIES.warmUp + TRIES * SLICES * REPLIES.slice + 1 });
      const oracle = createOracle(shop);
      for (const row of rows) {
        const visits = await row.visits(asker);
        const share = await shareOf(row, visits, { server, limit, counter, oracle, isSlower, wrong: measured.wrong });
        measured.figures[row.name] = share;
        onFigure(row.name, share);
      }
    } finally {
      await server.stop();
    }
  } finally {
    await limit.stop();
    await emptyShop(prepared);
  }
  return measured;
}

type Sharing = Pick<Measuring, 'counter' | 'isSlower'> & {
  limit: Limit;
  server: Pick<ShopServer, 'url' | 'port' | 'pid' | 'quiet'>;
  oracle: Oracle;
  wrong: string[];
};

async function shareOf(row: Row, all: Visit[], { server, limit, counter, oracle, isSlower, wrong }: Sharing): Promise<number> {
  // A write succeeds once, so its sample must not have been counted.
  const example = all.at(-1) ?? { path: '/' };
  const visits = row.kind === 'write' ? all.slice(0, -1) : all;
  const { name, headers = {}, check } = row;
  const { warmUp, slice } = row.kind === 'page' ? PAGES : REPLIES;
  const slices = createSlices({ ...server, counter, visits, headers, slice });
  const { tally, seen, asked } = await slices.warmUp(warmUp);
  const checked = check ? checkAll(oracle, asked, { seen, check }) : { wrong: 0, first: null };
  if (checked.wrong > 0) wrong.push(`${name}: ${checked.wrong} wrong: ${checked.first}`);
  const { status, headers: found } = await sample(server.url, example, headers);
  await limit.become({ status, headers: headersLike(found, tally.bytes), bytes: tally.bytes });
  const besides = createSlices({ ...limit, counter, visits: [{ path: '/' }], headers, slice: BESIDE.slice });
  await besides.warmUp(BESIDE.warmUp);
  const beside = await besides.count();
  let share = beside / (await slices.count());
  for (let tries = 1; tries < TRIES && isSlower(name, share); tries += 1) {
    await server.quiet();
    share = Math.max(share, beside / (await slices.count()));
  }
  return share;
}

type Sliced = { port: number; pid: number; counter: Counter; visits: Visit[]; headers: Record<string, string>; slice: number };

/** Requests to a server, each with the next of the visits. */
function createSlices({ port, pid, counter, visits, headers, slice }: Sliced) {
  let at = 0;
  const ask = async (count: number, storeEvery?: number) => {
    const asked = Array.from({ length: count }, (_, nth) => visits[(at + nth) % visits.length] ?? { path: '/' });
    at += count;
    const outcome = await generate({
      ...{ port, pids: [], visits: asked, order: 'once', seed: 1, connections: 1, headers, storeEvery },
      ...{ warmUp: { minMs: 0, visits: 0, maxMs: 0 }, measureMs: Number.POSITIVE_INFINITY },
    });
    const { errors, statuses } = outcome.tally;
    if (errors > 0) throw new Error(`${errors} of ${count} requests failed: ${JSON.stringify(statuses)}`);
    return { ...outcome, asked };
  };
  return {
    warmUp: (count: number) => ask(count, CHECKED_PART),
    /** Instructions per request. */
    async count(): Promise<number> {
      const counts = await counter.count(pid, async () => void (await ask(slice)), SLICES);
      const sorted = counts.toSorted((one, other) => one - other);
      return percentile(sorted, 0.5) / slice;
    },
  };
}
