import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { ListingImport } from '#contract/selling/listing-imports.ts';
import { say } from '#server/process/say.ts';
import { csvFile, csvRow } from '#test/support/csv-files.ts';
import { mustSucceed, uploadPicture } from '#test/support/world/calls.ts';
import { type Client, createClient } from '#test/support/world/client.ts';
import { buildIfStale } from '../scripts/build.mjs';
import { type Asker, createAsker, listingsOnSale, randomCursor } from './asking.ts';
import { forgetPrepared, prepareShop } from './databases/prepare.ts';
import { readOptions } from './options.ts';
import { percentilesLine, percentilesOf } from './percentiles.ts';
import { categoryOf } from './search/inputs.ts';
import { createShop, latestEnd } from './shop/ingredients.ts';
import { settingsFor, startShop } from './shop-server.ts';
import { verdictLine } from './verdict.ts';

// `npm run bench:busy`: how long public pages take while a shop of a million listings sweeps, takes in a file of 10,000 listings, and is backed up.
const { values } = parseArgs({ options: { size: { type: 'string', default: '1M' }, data: { type: 'string' } } });
const { sizes, folder } = readOptions(['--sizes', values.size, ...(values.data === undefined ? [] : ['--data', values.data])]);

const ROWS = 10_000;
const QUIET_MS = 20_000;
/** Somebody opens a page this often, however long the others wait. */
const EVERY_MS = 25;
const LATEST_MS = 50;
const LOOK_MS = 250;

await buildIfStale();
const shop = await createShop({ seed: 1, size: sizes[0] ?? 1_000_000, end: latestEnd(Date.now()) });
const prepared = await prepareShop(shop, { folder, postgresUrl: null });
const server = await startShop(prepared, 1);
try {
  say(`${shop.size} listings: open after ${server.openSeconds.toFixed(1)} s, searches after ${server.searchSeconds.toFixed(1)} s`);
  const paths = pathsFor(createAsker(shop, { url: server.url, seed: 1, count: 2000 }));
  await during('right after the start', paths, () => wait(QUIET_MS));
  await during('with only its own jobs', paths, () => wait(QUIET_MS));
  await during(`while ${ROWS} listings are imported`, paths, importFile);
  await during('while it is backed up', paths, backUp);
} finally {
  await server.stop();
  // It has other listings now.
  forgetPrepared(prepared);
}

/** Addresses that strangers open, in turn: the home page, brands, searches, listings, and places deep in the list of all. */
function pathsFor(asker: Asker): string[] {
  return listingsOnSale(asker).flatMap(({ id, model_name }) => [
    '/',
    `/category/${encodeURIComponent(categoryOf(asker))}`,
    `/search?search=${encodeURIComponent(model_name)}`,
    `/selected-items-details/${id}`,
    `/api/products?limit=24&cursor=${encodeURIComponent(randomCursor(asker))}`,
  ]);
}

/** Opens pages until the work has ended, and reports how long they took. */
async function during(when: string, paths: string[], work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  let isOver = false;
  const began = performance.now();
  const working = work().finally(() => {
    isOver = true;
  });
  // It is awaited below: until then, its failure must not end this process without stopping the shop.
  working.catch(() => {});
  for (let nth = 0; !isOver; nth += 1) {
    open.push(openPage(paths[nth % paths.length] ?? '/', times));
    await wait(EVERY_MS);
  }
  await working;
  await Promise.all(open);
  const seconds = (performance.now() - began) / 1000;
  say(`  ${when} (${seconds.toFixed(0)} s, ${times.length} pages): ${percentilesLine(times)}`);
  say(verdictLine(`p99 ${when}`, { value: percentilesOf(times)[1], below: LATEST_MS, unit: 'ms' }));
}

async function openPage(path: string, times: number[]): Promise<void> {
  const began = performance.now();
  const response = await fetch(server.url + path, { headers: { 'accept-encoding': 'zstd, br' } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  times.push(performance.now() - began);
}

async function importFile(): Promise<void> {
  const seller = createClient(server.url);
  await seller.signUp(`importer${Date.now()}@bench.test`, 'seller');
  const image = await uploadPicture(seller);
  const form = new FormData();
  const rows = Array.from({ length: ROWS }, (_, nth) => csvRow({ image, model_name: `Galaxy S21 number ${nth}` }));
  form.set('file', new Blob([csvFile(rows)], { type: 'text/csv' }), 'phones.csv');
  const { _id: id } = mustSucceed(await seller.call('POST', '/api/listingImports', form), 'sending the file').body as ListingImport;
  mustSucceed(await seller.call('POST', `/api/listingImports/${id}/confirm`), 'confirming the import');
  const listed = await listedOnceOver(seller, id);
  if (listed !== ROWS) throw new Error(`${listed} of ${ROWS} were listed`);
}

async function listedOnceOver(seller: Client, id: string): Promise<number> {
  for (;;) {
    const { state, counts } = mustSucceed(await seller.call('GET', `/api/listingImports/${id}`), 'reading the import').body as ListingImport;
    if (state !== 'running') return counts.listed;
    await wait(LOOK_MS);
  }
}

async function backUp(): Promise<void> {
  const file = join(prepared.dataDir, 'busy.tar.zst');
  const env = { ...process.env, ...settingsFor(prepared, server.port) };
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/backup.ts', file], { env });
  rmSync(file);
}
