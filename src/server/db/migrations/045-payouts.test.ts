import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SalesSummary } from '#contract/payments/payments.ts';
import { reconcile } from '#server/features/payments/index.ts';
import { sweepPayouts } from '#server/features/payouts/index.ts';
import { createTestApp } from '#test/support/app.ts';
import { completeOrder, createListing, createPerson, sellTo } from '#test/support/world/world.ts';
import { payouts } from './045-payouts.ts';

test('Sales that were paid out by hand before are noted as such, add up, and become a debt when they are refunded', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const [seller, buyer, admin] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
  const [paidOut, waiting] = [await sellTo(shop, buyer, await createListing(shop, seller)), await sellTo(shop, buyer, await createListing(shop, seller))];
  await completeOrder(shop, paidOut);
  for (const statement of payouts) if (/^insert into (?:payouts|ledger) \(/u.test(statement)) await sql.raw(statement).execute(db);

  const rows = await db.selectFrom('payouts').selectAll().execute();
  expect(rows).toMatchObject([{ order_id: paidOut, state: 'noted', provider: 'by-hand', net_cents: 28_900, fee_cents: 0 }]);
  expect((await reconcile(shop.services)).differences).toEqual([]);
  const summary = async () => (await shop.call('GET', '/sales/summary', { as: seller.token })).body as SalesSummary;
  expect(await summary()).toMatchObject({ sold: 578, paidOut: 289, due: 289 });

  await shop.call('POST', `/orders/${paidOut}/refund`, { as: admin.token, body: { reason: 'Broken.', relist: false } });
  await sweepPayouts(shop.services);
  expect(await db.selectFrom('payouts').selectAll().executeTakeFirstOrThrow()).toMatchObject({ state: 'reversed', debt_cents: 28_900 });
  expect(await summary()).toMatchObject({ sold: 289, paidOut: 289, due: 0 });
  expect((await reconcile(shop.services)).differences).toEqual([]);
  expect(waiting).not.toBe(paidOut);
  await shop.close();
});
