import { type Asker, createAsker } from './asking.ts';
import { emptyShop, type PreparedShop, withDatabase } from './databases/prepare.ts';
import type { Cost, Figure, Setting } from './figures.ts';
import { headersLike, type Limit } from './limit.ts';
import type { Plan } from './load/generate.ts';
import { measure } from './load/measure.ts';
import type { Visit } from './load/visits.ts';
import type { Options } from './options.ts';
import { createOracle, type Oracle } from './oracle/oracle.ts';
import { type Checked, checkAll, checkWritten, UNCHECKED } from './oracle/verdict.ts';
import type { Seen } from './oracle/witness.ts';
import type { Row } from './rows.ts';
import type { Shop } from './shop/ingredients.ts';
import { type ShopServer, startShop } from './shop-server.ts';

/** Node's compiler optimizes code only after some hundred runs. */
const WARM_UP = { minMs: 300, visits: 1500, maxMs: 6000 };
const QUICK_WARM_UP = { minMs: 200, visits: 300, maxMs: 1000 };
/** Of few visits, most are left to be counted. */
const WARM_UP_PART = 0.25;
/** The constant server is measured for this fraction of a row's time. */
const LIMIT_PART = 0.5;
/** More visits per second than any row reaches, except the fastest, which repeat theirs. */
const VISITS_A_SECOND = 5000;
/** Checking each body takes longer than sending it. */
const CHECKED_PART = 8;

type Measuring = { options: Pick<Options, 'quick' | 'seconds' | 'seed' | 'connections'>; limit: Limit; setting: Setting; prepared: PreparedShop };
type Running = Measuring & { server: ShopServer; asker: Asker; oracle: Oracle };

/** What a start of the shop cost. */
type StartCost = Pick<Cost, 'caches' | 'openSeconds' | 'searchSeconds' | 'quietSeconds' | 'memoryBefore' | 'memoryAfter'>;

/** Reads that the cache must not answer. */
export const isUncached = ({ cached, kind }: Row): boolean => cached !== true && kind !== 'write';

/** Starts the shop and measures these rows, all of them uncached or none. */
export async function measureRows(
  rows: Row[],
  { shop, onFigure, ...measuring }: Measuring & { shop: Shop; onFigure(figure: Figure): void },
): Promise<{ figures: Figure[]; cost: StartCost }> {
  const { prepared, setting, options } = measuring;
  await emptyShop(prepared);
  const caches = !rows.every(isUncached);
  const server = await startShop(prepared, setting.processes, caches ? {} : { settings: { CACHE_MB: '0' } });
  try {
    const memoryBefore = server.memory();
    const quietSeconds = await server.quiet();
    const count = WARM_UP.visits + Math.ceil(VISITS_A_SECOND * options.seconds);
    const asker = createAsker(shop, { url: server.url, seed: options.seed, count });
    const running = { ...measuring, server, asker, oracle: createOracle(shop) };
    const figures: Figure[] = [];
    for (const row of rows) {
      const figure = await measureRow(row, running);
      if (!figure) continue;
      figures.push(figure);
      onFigure(figure);
    }
    const { openSeconds, searchSeconds } = server;
    return { figures, cost: { caches, openSeconds, searchSeconds, quietSeconds, memoryBefore, memoryAfter: server.memory() } };
  } finally {
    await server.stop();
    await emptyShop(prepared);
  }
}

async function measureRow(row: Row, running: Running): Promise<Figure | null> {
  const { options, server, limit, asker, setting } = running;
  const visits = await row.visits(asker);
  const example = visits.at(-1);
  if (!example) return null;
  // A write succeeds once, so its sample must not have been measured.
  const plan = planFor(row, row.written ? visits.slice(0, -1) : visits, running);
  const { tally, seen } = await measure(plan);
  const { status, headers: found } = await sample(server.url, example, plan.headers);
  const bytes = example.follow === undefined ? tally.bytes : Math.round(tally.bytes / 2);
  await limit.become({ status, headers: headersLike(found, bytes), bytes });
  const beside = { ...plan, port: limit.port, pids: [limit.pid], order: 'any' as const, measureMs: options.seconds * 1000 * LIMIT_PART, storeEvery: undefined };
  const { tally: ofLimit } = await measure(beside);
  const checked = await checkRow(row, { ...running, visits, seen });
  return { ...setting, row: row.name, kind: row.kind, cached: row.cached === true, tally, limit: ofLimit, checked };
}

async function checkRow({ check, written }: Row, { oracle, prepared, visits, seen }: Running & { visits: Visit[]; seen: Seen[] }): Promise<Checked> {
  if (check) return checkAll(oracle, visits, { seen, check });
  return written ? withDatabase(prepared.database, (db) => checkWritten(db, seen, written)) : UNCHECKED;
}

function planFor({ order, headers = {}, check, written }: Row, visits: Visit[], { options, server }: Running): Plan {
  const warmUp = options.quick ? QUICK_WARM_UP : WARM_UP;
  const few = order === 'once' ? Math.floor(visits.length * WARM_UP_PART) : warmUp.visits;
  return {
    port: server.port,
    pids: server.pids,
    visits,
    order,
    seed: options.seed,
    connections: options.connections,
    headers,
    warmUp: { ...warmUp, visits: Math.min(warmUp.visits, few) },
    measureMs: options.seconds * 1000,
    ...(check && { storeEvery: order === 'any' ? 1 : CHECKED_PART }),
    ...(written && { storeEvery: 1 }),
  };
}

/** Fetches a reply as a sample for the constant server: its status and headers. */
export async function sample(url: string, { method = 'GET', path, headers, body }: Visit, rowHeaders: Record<string, string>): Promise<Response> {
  const own = { 'accept-encoding': 'identity', ...rowHeaders, ...headers, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(url + path, { method, headers: own, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) });
  await response.arrayBuffer();
  return response;
}
