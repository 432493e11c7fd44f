import { setTimeout as wait } from 'node:timers/promises';
import { createImporting } from '#server/features/selling/index.ts';
import { createTestApp } from '#test/support/app.ts';
import { csvFile, csvRow, sendFile } from '#test/support/csv-files.ts';
import { mustSucceed } from '#test/support/world/calls.ts';
import { createCategory, createPerson } from '#test/support/world/world.ts';
import { percentilesLine } from './percentiles.ts';

const ROWS = 10_000;
const ASK_MS = 50;

/** Sends requests until `isOver` and returns how long each took. */
async function askMeanwhile(ask: () => Promise<unknown>, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    await ask();
    waits.push(performance.now() - began);
    await wait(ASK_MS);
  }
  return waits;
}

/**
 * Imports a file of 10,000 listings as a seller would while requesting the newest phones, and prints how long it took. `TEST_DATABASE_URL` runs it
 * on PostgreSQL.
 */
async function measure(): Promise<void> {
  const test = await createTestApp();
  await createCategory(test);
  const seller = await createPerson(test, 'seller');
  const content = csvFile(Array.from({ length: ROWS }, (_, at) => csvRow({ model_name: `Galaxy S21 number ${at}` })));
  const [sent, confirmed] = [performance.now(), { at: 0 }];
  const { body, status } = await sendFile(test, seller, content);
  if (status !== 201) throw new Error(body.message);
  confirmed.at = performance.now();
  await test.call('POST', `/listingImports/${body._id}/confirm`, { as: seller.token });
  let isOver = false;
  const asking = askMeanwhile(
    async () => mustSucceed(await test.call('GET', '/products?limit=24&name=Samsung'), 'reading the newest phones'),
    () => isOver,
  );
  await createImporting(test.services).run();
  isOver = true;
  const ended = performance.now();
  const waits = await asking;
  const { counts } = (await test.call('GET', `/listingImports/${body._id}`, { as: seller.token })).body as typeof body;
  const seconds = (from: number, to: number): string => `${((to - from) / 1000).toFixed(1)} s`;
  if (counts.listed !== ROWS) throw new Error(`${counts.listed} of ${ROWS} were listed`);
  const engine = test.config.database.kind;
  process.stdout.write(
    `${engine}: ${(content.length / 1e6).toFixed(1)} MB read and checked in ${seconds(sent, confirmed.at)}, ${counts.listed} listed in ${seconds(confirmed.at, ended)}\n` +
      `${waits.length} requests meanwhile: ${percentilesLine(waits)}\n`,
  );
  await test.close();
}

await measure();
