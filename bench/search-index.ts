// The search index alone: its memory, how long it takes to build and open, and how fast it answers. npm run bench:search -- --help

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChangeFeed } from '#server/db/change-feed.ts';
import { openDatabase } from '#server/db/database.ts';
import { createSearchIndex } from '#server/features/search/index.ts';
import type { Asked, SearchEngine } from '#server/ports/search-engine.ts';
import { say } from '#server/process/say.ts';
import { LIMIT } from './asking.ts';
import { readSize, writeSize } from './options.ts';
import { percentilesLine } from './percentiles.ts';
import { type Bounds, createWatch, ownMegabytes } from './search/bounds.ts';
import { placeIn } from './search/place.ts';
import type { Questions } from './search/questions.ts';

const USAGE = `npm run bench:search -- [options]
  --size N        how many listings to generate; 4.5 % are sold or removed (100k)
  --questions N   how many of each kind to ask (300)
  --minutes N     fails when building, or asking, takes longer (20)
  --gigabytes N   fails when either takes more memory (20)
`;

const BUILDER = join(import.meta.dirname, 'search/build.ts');
const SUGGESTIONS = 8;
const WARM_UP = 30;
/** How long to ask questions of one kind at most. */
const ASK_MS = 60_000;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { size: text, questions: text, minutes: text, gigabytes: text, help: { type: 'boolean' } } });
if (values.help) process.stdout.write(USAGE);
else await measure({ minutes: Number(values.minutes ?? 20), gigabytes: Number(values.gigabytes ?? 20) });

async function measure(bounds: Bounds): Promise<void> {
  const size = readSize(values.size ?? '100k');
  const folder = mkdtempSync(join(tmpdir(), 'redial-search-'));
  try {
    const load = loadavg().map((one) => one.toFixed(1));
    say(`${writeSize(size)} listings; load of the machine ${load.join(', ')}`);
    await build([folder, size, readSize(values.questions ?? '300'), bounds.minutes, bounds.gigabytes]);
    await openAndAsk(folder, bounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a process of its own, so that what building takes isn't counted as the index's. */
async function build(args: (string | number)[]): Promise<void> {
  const builder = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', BUILDER, ...args.map(String)], { stdio: 'inherit' });
  const [code] = (await once(builder, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the index could not be built');
}

async function openAndAsk(folder: string, bounds: Bounds): Promise<void> {
  const { database, index, asked } = placeIn(folder);
  const watch = createWatch(bounds);
  const db = openDatabase(database);
  const questions = JSON.parse(readFileSync(asked, 'utf8')) as Questions[];
  const [began, before] = [performance.now(), ownMegabytes()];
  const engine = createSearchIndex(
    db,
    createChangeFeed(() => db),
    { saved: { ...index, now: Date.now, onUnusable: refuse } },
  );
  await engine.load();
  const [seconds, after, { arrayBuffers }] = [(performance.now() - began) / 1000, ownMegabytes(), process.memoryUsage()];
  say(`opened in ${seconds.toFixed(1)} s; ${(after - before).toFixed(0)} MB more memory, of which columns ${(arrayBuffers / 1e6).toFixed(0)}`);
  for (const kind of questions) {
    const times = await ask(engine, kind, () => watch.require());
    say(`${kind.name.padEnd(28)} ${times.length} asked: ${percentilesLine(times)}`);
  }
  say(`after all questions ${(ownMegabytes() - before).toFixed(0)} MB more memory`);
  await engine.close();
  await db.destroy();
}

/** How long each question took. */
async function ask(engine: SearchEngine, kind: Questions, check: () => void): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ASK_MS;
  for (const [nth, asked] of kind.all.entries()) {
    check();
    const began = performance.now();
    if (began > until) break;
    await answer(engine, kind, asked);
    if (nth >= WARM_UP) times.push(performance.now() - began);
  }
  return times;
}

function answer(engine: SearchEngine, { about, order }: Questions, asked: Asked): Promise<unknown> {
  if (about === 'suggestions') return engine.suggest(asked.search ?? '', SUGGESTIONS);
  return about === 'facets' ? engine.countFacets(asked) : engine.findIds(asked, order, { limit: LIMIT, after: null });
}

function refuse(error: unknown): never {
  throw new Error('the saved index can’t be used', { cause: error });
}
