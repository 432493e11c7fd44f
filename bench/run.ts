// How fast the shop replies with ten thousand, a hundred thousand and a million listings, next to a server with a constant reply of the same size.
// npm run bench -- --help lists the options.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../scripts/build.mjs';
import { findPostgres } from '../test/support/postgres-server.ts';
import { createAsker } from './asking.ts';
import { startStoredPostgres } from './databases/postgres-server.ts';
import { type Engine, emptyShop, prepareShop } from './databases/prepare.ts';
import type { Cost, Figure, Setting } from './figures.ts';
import { headersLike, type Limit, startLimit } from './limit.ts';
import type { Plan } from './load/generate.ts';
import { measure } from './load/measure.ts';
import type { Visit } from './load/visits.ts';
import { type Options, readOptions, USAGE, writeSize } from './options.ts';
import { ROWS, type Row } from './rows.ts';
import { createShop, latestEnd } from './shop/ingredients.ts';
import { type ShopServer, startShop } from './shop-server.ts';
import { costLine, figureLine, headline } from './table.ts';
import { judge, type Verdict, verdictLine } from './targets.ts';

/** Node's compiler optimizes code only after some hundred runs. */
const WARM_UP = { minMs: 300, visits: 1500, maxMs: 6000 };
const QUICK_WARM_UP = { minMs: 200, visits: 300, maxMs: 1000 };
/** The constant server is measured for this fraction of a row's time. */
const LIMIT_PART = 0.5;
/** More visits per second than any row reaches, except the fastest, which repeat theirs. */
const VISITS_A_SECOND = 5000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Fetches a reply as a sample for the constant server: its status and headers. */
async function sample(url: string, { method = 'GET', path, headers, body }: Visit, rowHeaders: Record<string, string>): Promise<Response> {
  const own = { 'accept-encoding': 'identity', ...rowHeaders, ...headers, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(url + path, { method, headers: own, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) });
  await response.arrayBuffer();
  return response;
}

/** Gives each visit a unique address with a query parameter that the shop ignores. */
function withOwnAddresses(visits: Visit[]): Visit[] {
  return visits.map((visit, nth) => (visit.method === 'POST' ? visit : { ...visit, path: `${visit.path}${visit.path.includes('?') ? '&' : '?'}visit=${nth}` }));
}

type Bench = { options: Options; server: ShopServer; limit: Limit; asker: ReturnType<typeof createAsker>; setting: Setting };

async function measureRow(row: Row, { options, server, limit, asker, setting }: Bench): Promise<Figure | null> {
  const thoughtOf = await row.visits(asker);
  const visits = row.order === 'once' ? withOwnAddresses(thoughtOf) : thoughtOf;
  const example = visits.at(-1);
  if (!example) return null;
  const headers = row.headers ?? {};
  const measureMs = options.seconds * 1000;
  const plan: Plan = {
    port: server.port,
    pids: server.pids,
    visits,
    order: row.order,
    seed: options.seed,
    connections: options.connections,
    headers,
    warmUp: options.quick ? QUICK_WARM_UP : WARM_UP,
    measureMs,
  };
  const tally = await measure(plan);
  const { status, headers: found } = await sample(server.url, example, headers);
  const bytes = example.follow === undefined ? tally.bytes : Math.round(tally.bytes / 2);
  await limit.become({ status, headers: headersLike(found, bytes), bytes });
  const beside = { ...plan, port: limit.port, pids: [limit.pid], order: 'any' as const, measureMs: measureMs * LIMIT_PART };
  return { ...setting, row: row.name, kind: row.kind, cached: row.cached === true, tally, limit: await measure(beside) };
}

function isWanted({ name, quick }: Row, options: Options): boolean {
  return options.only.length > 0 ? options.only.some((part) => name.includes(part)) : !options.quick || quick === true;
}

type Results = { figures: Figure[]; costs: Cost[] };

async function measureShop(setting: Setting, place: { postgresUrl: string | null; options: Options; limit: Limit }): Promise<Results> {
  const { options, limit, postgresUrl } = place;
  const shop = await createShop({ seed: options.seed, size: setting.size, end: latestEnd(Date.now()) });
  const prepared = await prepareShop(shop, { folder: options.folder, postgresUrl });
  await emptyShop(prepared);
  const server = await startShop(prepared, setting.processes);
  const memoryBefore = server.memory();
  const quietSeconds = await server.quiet();
  const count = WARM_UP.visits + Math.ceil(VISITS_A_SECOND * options.seconds);
  const asker = createAsker(shop, { url: server.url, seed: options.seed, count });
  const figures: Figure[] = [];
  try {
    for (const row of ROWS.filter((one) => isWanted(one, options))) {
      const figure = await measureRow(row, { options, server, limit, asker, setting });
      if (!figure) continue;
      figures.push(figure);
      say(figureLine(figure));
    }
    const { seedSeconds, bytes } = prepared;
    const { openSeconds, searchSeconds } = server;
    const cost: Cost = {
      ...setting,
      seedSeconds,
      databaseMegabytes: bytes / 1e6,
      openSeconds,
      searchSeconds,
      quietSeconds,
      memoryBefore,
      memoryAfter: server.memory(),
    };
    say(`${costLine(cost)}\n`);
    return { figures, costs: [cost] };
  } finally {
    await server.stop();
    await emptyShop(prepared);
  }
}

async function withPostgres(options: Options, work: (url: string) => Promise<void>): Promise<void> {
  const programs = findPostgres();
  if (!programs) return say('PostgreSQL is left out: this machine has none (Debian: apt-get install postgresql).');
  const server = await startStoredPostgres(programs, join(options.folder, 'postgres'));
  await work(server.url).finally(() => server.stop());
}

async function measureEngine(engine: Engine, options: Options, limit: Limit): Promise<Results> {
  const results: Results = { figures: [], costs: [] };
  const measureAll = async (postgresUrl: string | null): Promise<void> => {
    for (const processes of options.processes) {
      if (processes > 1 && engine === 'sqlite') {
        say(`sqlite with ${processes} processes is left out: a SQLite file belongs to one process.`);
        continue;
      }
      for (const size of options.sizes) {
        const { figures, costs } = await measureShop({ engine, size, processes }, { postgresUrl, options, limit });
        results.figures.push(...figures);
        results.costs.push(...costs);
      }
    }
  };
  if (engine === 'sqlite') await measureAll(null);
  else await withPostgres(options, measureAll);
  return results;
}

function judgeEach({ figures, costs }: Results): Verdict[] {
  const groups = [...new Set(costs.map(({ engine, processes }) => `${engine} ${processes}`))];
  return groups.flatMap((group) => {
    const isOf = ({ engine, processes }: Setting): boolean => `${engine} ${processes}` === group;
    const verdicts = judge(figures.filter(isOf), costs.filter(isOf));
    const largest = Math.max(...costs.filter(isOf).map(({ size }) => size));
    say(`\n${group.split(' ')[0]}, up to ${writeSize(largest)} listings:`);
    for (const verdict of verdicts) say(verdictLine(verdict));
    return verdicts.map((verdict) => ({ ...verdict, what: `${group}: ${verdict.what}` }));
  });
}

function writeJson(options: Options, results: Results & { loadBefore: number[]; verdicts: Verdict[] }): void {
  if (options.json === null) return;
  const machine = { processor: cpus()[0]?.model, cores: cpus().length, memoryMegabytes: Math.round(totalmem() / 1e6), node: process.version };
  writeFileSync(options.json, `${JSON.stringify({ at: new Date().toISOString(), machine, options, ...results }, null, 2)}\n`);
}

/** Warns of other work on the machine, which slows both server and clients down: such figures can't be compared with others. */
function sayWhatElseRuns(): void {
  const [load = 0] = loadavg();
  if (load > 0.5)
    say(`This machine is busy: its load was ${load.toFixed(1)} on ${cpus().length} cores before the first row. Figures by processor time suffer least.\n`);
}

async function run(options: Options): Promise<void> {
  mkdirSync(options.folder, { recursive: true });
  await buildIfStale();
  const limit = await startLimit();
  const results: Results = { figures: [], costs: [] };
  const loadBefore = loadavg();
  sayWhatElseRuns();
  say(headline());
  try {
    for (const engine of options.engines) {
      const { figures, costs } = await measureEngine(engine, options, limit);
      results.figures.push(...figures);
      results.costs.push(...costs);
    }
  } finally {
    await limit.stop();
  }
  const verdicts = judgeEach(results);
  writeJson(options, { loadBefore, ...results, verdicts });
}

if (process.argv.includes('--help')) say(USAGE);
else await run(readOptions(process.argv.slice(2)));
