import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { say } from '#server/process/say.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { buildIfStale } from '../scripts/build.mjs';
import { createChance } from '../test/model/chance.ts';
import { patchesAtRandom } from '../test/support/pictures.ts';
import { startServer, temporaryDirectory } from '../test/support/server-process.ts';
import { processorMicrosOf } from './process-facts.ts';
import { actSomehow, type Crowd } from './soak/actions.ts';
import { fillCaches } from './soak/fill.ts';
import { lookInside } from './soak/inside.ts';
import { goAllOut, keepPace } from './soak/load.ts';
import { listen } from './soak/minutes.ts';
import { createPerson } from './soak/person.ts';
import { headline, isDisturbed, judgementLine, judgeRun, type Row, rowLine } from './soak/verdict.ts';

// `npm run soak`: SOAK_MINUTES (30) of everything that people do, at half the shop's capacity, to check that the last minute is as good as the
// first.
const MINUTE_MS = 60_000;
const WARM_SECONDS = 5;
const CAPACITY_SECONDS = 15;
const SELLERS = 4;
const BUYERS = 12;
const PICTURES = 60;
const FAULTS_SHOWN = 10;
/**
 * From this many minutes on, a soak starts with a warm-up at full load, so that code is compiled and caches, including database pages, are full.
 */
const LONG = 10;
const WARM_MINUTES = 5;

const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const warmMinutes = minutes < LONG ? 0 : WARM_MINUTES;
const seed = Number(process.env.SEED ?? 1);
/** In a short run on a machine that also runs tests, times and resident memory mostly reflect the other work. */
const isTimed = process.env.SOAK_TIMES !== 'shown';

await buildIfStale();
const directory = temporaryDirectory();
execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../scripts/seed.ts')], {
  env: { PATH: process.env.PATH, DATA_DIR: directory.path },
  stdio: 'ignore',
});
const port = await findFreePort();
const server = await startServer({
  NODE_ENV: 'production',
  // The demo shop's listings; its logins are public.
  DEMO: 'true',
  NODE_OPTIONS: '--max-semi-space-size=8 --inspect=127.0.0.1:0',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  AUTH_SECRET: randomBytes(32).toString('hex'),
  ALLOW_PRACTICE_CARDS: 'true',
  ALLOW_KEPT_MAIL: 'true',
  // Each simulated person has their own address, but sends as many requests as a thousand visitors would.
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMITS: '0',
  DATA_DIR: directory.path,
});
const { pid = 0 } = server.child;
const inside = await lookInside(server.output(), pid);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.child.kill('SIGKILL');
    directory.remove();
    process.exit(1);
  });

const heard = listen();
let people = 0;

function newPerson() {
  people += 1;
  const address = `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`;
  return createPerson(server.url, { email: `soak-${seed}-${people}@example.test`, address }, heard.hear);
}

async function gather(): Promise<Crowd> {
  const sellers = Array.from({ length: SELLERS }, newPerson);
  const buyers = Array.from({ length: BUYERS }, newPerson);
  for (const seller of sellers) await seller.signUp('seller');
  for (const buyer of buyers) await buyer.signUp('buyer');
  const visitor = newPerson();
  const { payments: cards } = (await visitor.ask('GET', '/api/config')).body as { payments: Crowd['cards'] };
  const pictures = await Promise.all(Array.from({ length: PICTURES }, patchesAtRandom));
  return { chance: createChance(seed), visitor, sellers, buyers, onSale: [], pictures, cards, newBuyer: newPerson };
}

const rows: Row[] = [];
let warmFaults = 0;

async function soakFor(crowd: Crowd, perSecond: number): Promise<void> {
  say(headline());
  for (let minute = 1 - warmMinutes; minute <= minutes; minute += 1) {
    const before = processorMicrosOf([pid]);
    heard.take();
    if (minute > 0) await keepPace(() => actSomehow(crowd), perSecond, performance.now() + MINUTE_MS);
    else await goAllOut(() => actSomehow(crowd), MINUTE_MS / 1000);
    const minuteHeard = heard.take();
    const after = processorMicrosOf([pid]);
    const processor = before === null || after === null ? null : (after - before) / Math.max(1, minuteHeard.requests);
    const row = { ...minuteHeard, ...(await inside.measure()), minute, processor, load: loadavg()[0] ?? 0 };
    // Minutes up to 0 are warm-up.
    if (minute > 0) rows.push(row);
    say(rowLine(row));
    if (minute <= 0) warmFaults += row.faults.length;
    for (const fault of row.faults.slice(0, FAULTS_SHOWN)) say(`  ${fault}`);
  }
}

let failed = true;
try {
  const crowd = await gather();
  await fillCaches(crowd);
  await goAllOut(() => actSomehow(crowd), WARM_SECONDS);
  const capacity = await goAllOut(() => actSomehow(crowd), CAPACITY_SECONDS);
  const before = heard.take();
  say(
    `${capacity.toFixed(0)} actions a second at most; ${(capacity / 2).toFixed(0)} for ${minutes} minutes, seed ${seed}; ${before.faults.length} errors before`,
  );
  for (const fault of before.faults.slice(0, FAULTS_SHOWN)) say(`  ${fault}`);
  await soakFor(crowd, capacity / 2);
  const judgements = judgeRun(rows);
  say(`\n${''.padEnd(26)}${'first'.padStart(12)}${'last'.padStart(12)}`);
  for (const judgement of judgements) say(judgementLine(judgement));
  const disturbed = !isTimed || isDisturbed(rows);
  if (disturbed)
    say(
      isTimed
        ? 'The machine did much else meanwhile: times and resident memory are shown, and not judged.'
        : 'Times and resident memory are shown, and not judged.',
    );
  failed = before.faults.length > 0 || warmFaults > 0 || judgements.some(({ held, noisy }) => !held && !(noisy && disturbed));
} finally {
  inside.close();
  if (server.child.exitCode === null) await server.stop();
  directory.remove();
}
if (/"level":(50|60)/u.test(server.output())) {
  say(`\nThe server complained:\n${server.output().slice(-2000)}`);
  failed = true;
}
process.exit(failed ? 1 : 0);
