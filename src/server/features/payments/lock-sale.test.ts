import type { Updateable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, hours } from '#contract/shared/durations.ts';
import { openDatabase } from '#server/db/database.ts';
import type { FulfillmentsTable } from '#server/db/tables/orders.ts';
import { sweepFulfillments } from '#server/features/fulfillment/index.ts';
import { DEADLINES } from '#server/process/deadlines.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { confirmation, scannedCode } from '#test/support/world/handover.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let statements: string[] = [];

const onQuery = ({ sql }: { sql: string }) => void statements.push(sql);

beforeAll(async () => {
  shop = await createTestApp({}, { onQuery });
  [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
});
afterAll(() => shop.close());

const buy = async (): Promise<string> => sellTo(shop, buyer, await createListing(shop, seller, { imei: newImei() }));
const post = (path: string, as: Person, body: object) => shop.call('POST', path, { as: as.token, body });
const report = (orderId: string) => post(`/orders/${orderId}/problem`, buyer, { reason: 'not_working', text: 'It doesn’t charge.' });
const set = (orderId: string, values: Updateable<FulfillmentsTable>) =>
  shop.services.db.updateTable('fulfillments').set(values).where('order_id', '=', orderId).execute();

const UNDOINGS: [string, (orderId: string) => Promise<() => Promise<unknown>>][] = [
  ['its buyer cancels it', async (orderId) => () => post(`/orders/${orderId}/cancellation`, buyer, { reason: 'I changed my mind.' })],
  [
    'its seller agrees to a refund',
    async (orderId) => {
      await report(orderId);
      return () => post(`/orders/${orderId}/problem/answer`, seller, { answer: 'return' });
    },
  ],
  [
    'its seller doesn’t answer in time',
    async (orderId) => {
      await report(orderId);
      await set(orderId, { due_at: shop.clock.now() });
      return async () => {
        const db = openDatabase(shop.config.database, { onQuery });
        await sweepFulfillments({ ...shop.services, db }, DEADLINES).finally(() => db.destroy());
      };
    },
  ],
  [
    'its phone is back',
    async (orderId) => {
      const now = shop.clock.now();
      await set(orderId, { state: 'returning', handed_over_at: now - hours(1), due_at: now + days(2) });
      const direction = 'return';
      await post(`/orders/${orderId}/handover/code`, buyer, await scannedCode(shop, { orderId, direction }));
      const confirmed = await confirmation(shop, { orderId, direction });
      return () => post(`/orders/${orderId}/handover/confirmation`, seller, confirmed);
    },
  ],
];

test.each(UNDOINGS)('A sale’s seller, phone and listing are locked in this order when %s', async (_, prepare) => {
  const orderId = await buy();
  const undo = await prepare(orderId);
  statements = [];
  await undo();
  const { state } = await shop.services.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow();
  expect(['refunding', 'refunded']).toContain(state);
  const locked = statements.flatMap((sql) => /^update "(users|phones|listings)" set/u.exec(sql)?.[1] ?? []);
  expect([...new Set(locked)]).toEqual(['users', 'phones', 'listings']);
});
