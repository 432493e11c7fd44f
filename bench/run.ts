// How fast the shop replies with ten thousand, a hundred thousand and a million listings, next to a server with a constant reply of the same size.
// npm run bench -- --help lists the options.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { say } from '#server/process/say.ts';
import { buildIfStale } from '../scripts/build.mjs';
import { findPostgres } from '../test/support/postgres-server.ts';
import { startStoredPostgres } from './databases/postgres-server.ts';
import type { Engine } from './databases/prepare.ts';
import type { Setting } from './figures.ts';
import { guard } from './guard.ts';
import { type Limit, startLimit } from './limit.ts';
import { measureShop, type Results } from './measure-shop.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { checkReplies } from './replies.ts';
import { ROWS, type Row } from './rows.ts';
import { headline } from './table.ts';
import { judge, type Verdict, verdictLine } from './targets.ts';

function isWanted({ name, quick }: Row, options: Options): boolean {
  return options.only.length > 0 ? options.only.some((part) => name.includes(part)) : !options.quick || quick === true;
}

async function withPostgres(options: Options, work: (url: string) => Promise<void>): Promise<void> {
  const programs = findPostgres();
  if (!programs) return say('PostgreSQL is left out: this machine has none (Debian: apt-get install postgresql).');
  const server = await startStoredPostgres(programs, join(options.folder, 'postgres'));
  await work(server.url).finally(() => server.stop());
}

async function measureEngine(engine: Engine, options: Options, limit: Limit): Promise<Results> {
  const rows = ROWS.filter((row) => isWanted(row, options));
  const results: Results = { figures: [], costs: [] };
  const measureAll = async (postgresUrl: string | null): Promise<void> => {
    for (const processes of options.processes) {
      if (processes > 1 && engine === 'sqlite') {
        say(`sqlite with ${processes} processes is left out: a SQLite file belongs to one process.`);
        continue;
      }
      for (const size of options.sizes) {
        const { figures, costs } = await measureShop({ engine, size, processes }, { postgresUrl, options, limit, rows });
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
    const [engine, processes] = group.split(' ');
    say(`\n${engine}${processes === '1' ? '' : `, ${processes} processes`}:`);
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
  if (options.guard !== null) {
    if (!(await guard(options.guard, options))) process.exitCode = 1;
    return;
  }
  const limit = await startLimit();
  const results: Results = { figures: [], costs: [] };
  const loadBefore = loadavg();
  sayWhatElseRuns();
  try {
    if (options.replies !== null) {
      if (!(await checkReplies(options.replies, options))) process.exitCode = 1;
      return;
    }
    say(headline());
    for (const engine of options.engines) {
      const { figures, costs } = await measureEngine(engine, options, limit);
      results.figures.push(...figures);
      results.costs.push(...costs);
    }
  } finally {
    await limit.stop();
  }
  const verdicts = judgeEach(results);
  if (results.figures.some(({ checked }) => checked.wrong > 0)) process.exitCode = 1;
  writeJson(options, { loadBefore, ...results, verdicts });
}

if (process.argv.includes('--help')) say(USAGE);
else await run(readOptions(process.argv.slice(2)));
