import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, sellTo } from '#test/support/world/world.ts';

const ROOT = join(import.meta.dirname, '../..');

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

/** Runs the operator's command next to the shop. Returns its exit code and output. */
async function reconcile(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/reconcile.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: shop.config.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}

test('Reconciling reports whether ledger and provider agree, and exits with 1 if they don’t', async () => {
  const seller = await createPerson(shop, 'seller');
  const orderId = await sellTo(shop, await createPerson(shop, 'buyer'), await createListing(shop, seller));
  expect(await reconcile()).toEqual({ code: 0, output: 'Ledger: 1 charge ($289.00), 0 refunds ($0.00).\nThe card provider’s records match.\n' });
  await shop.services.db.deleteFrom('ledger').execute();
  const { code, output } = await reconcile();
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`1 difference:\\n {2}charge pi_\\w+ \\(order ${orderId}\\): the ledger has nothing, the card provider \\$289\\.00`, 'u'));
});
