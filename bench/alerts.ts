import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { say } from '#server/process/say.ts';
import { plantBacklog } from '#test/support/backlog/plant-backlog.ts';
import { askMeanwhile, writeRow } from './alerts/asking.ts';
import { startControlled } from './alerts/control.ts';
import { fillSearches } from './alerts/fill.ts';
import { measureListing } from './alerts/listing.ts';
import { measureMatching } from './alerts/matching.ts';
import { prepareShop } from './databases/prepare.ts';
import { readSize } from './options.ts';
import { createShop, latestEnd } from './shop/ingredients.ts';

const USAGE = `npm run bench:alerts -- [options], on SQLite
  --size N        how many listings the shop has (10k)
  --searches N    how many saved searches; half of them are wanted ads (100k)
  --calls N       how many phones are listed with and without alerts (200)
  --backlog N     how much each background job finds to do (2k)
  --only NAME     match: how long matching a phone takes; listing: what alerts add to listing one; jobs: what every background job adds to a
                  public list; or one job's name
  --data FOLDER   where databases are stored between runs (${join(tmpdir(), 'redial-bench')})
`;

/** After its first search, the index reads what few searches need. */
const WARM_UP_MS = 20_000;
const IDLE_MS = 5000;

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { size: text, searches: text, calls: text, backlog: text, only: text, data: text, help: { type: 'boolean' } } });
if (values.help) process.stdout.write(USAGE);
else await measure();

async function measure(): Promise<void> {
  const shop = await createShop({ seed: 1, size: readSize(values.size ?? '10k'), end: latestEnd(Date.now()) });
  const { dataDir } = await prepareShop(shop, { folder: values.data ?? join(tmpdir(), 'redial-bench'), postgresUrl: null });
  const directory = mkdtempSync(join(tmpdir(), 'redial-alerts-'));
  try {
    cpSync(dataDir, directory, { recursive: true });
    const db = openDatabase({ kind: 'sqlite', file: join(directory, 'redial.db') });
    // What earlier runs left.
    for (const table of ['alert_queue', 'listing_risks', 'changes'] as const) await db.deleteFrom(table).execute();
    const secret = randomBytes(32).toString('hex');
    const settings = { DATA_DIR: directory, AUTH_SECRET: secret, DEMO: 'false', RATE_LIMITS: '0', FIRST_PURCHASE_PERCENT: '0', PATH: process.env.PATH ?? '' };
    say(
      `${shop.size} listings; load of the machine ${loadavg()
        .map((load) => load.toFixed(1))
        .join(', ')}`,
    );
    const does = (part: string): boolean => values.only === undefined || values.only === part;
    if (does('match') || does('listing')) await fillSearches(db, shop, readSize(values.searches ?? '100k'));
    if (does('match') && (await measureMatching(db, say)) > 0) process.exitCode = 1;
    if (does('listing')) await measureListing({ db, shop, settings, calls: readSize(values.calls ?? '200'), say });
    if (values.only !== 'listing' && values.only !== 'match') await measureJobs(db, settings, say);
    await db.destroy();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs each background job once, with much to do, while somebody asks for lists. */
async function measureJobs(db: ReturnType<typeof openDatabase>, settings: Record<string, string>, say: (line: string) => void): Promise<void> {
  await plantBacklog(db, { now: Date.now(), size: readSize(values.backlog ?? '2k') });
  const server = await startControlled(settings);
  await wait(WARM_UP_MS);
  const idle = await askMeanwhile(server.url, () => wait(IDLE_MS));
  say(writeRow({ job: 'no job', requests: idle.times }));
  for (const job of server.jobs.filter((name) => values.only === undefined || values.only === 'jobs' || values.only === name)) {
    const { result, times } = await askMeanwhile(server.url, () => server.run(job));
    say(writeRow({ job, requests: times, ...result }));
  }
  await server.stop();
}
