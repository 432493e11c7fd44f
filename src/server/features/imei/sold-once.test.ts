import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FulfillmentState } from '#contract/fulfillment.ts';
import type { ImportRow } from '#contract/selling/listing-imports.ts';
import { hasEnded } from '#contract/shared/handover-states.ts';
import { createImporting } from '#server/features/selling/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { csvFile, csvRow, sendFile } from '#test/support/csv-files.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { completeOrder, createListing, createPerson, listingInput, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let other: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer, other, admin] = [
    await createPerson(shop, 'seller'),
    await createPerson(shop, 'buyer'),
    await createPerson(shop, 'seller'),
    await createPerson(shop, 'admin'),
  ];
});
afterAll(() => shop.close());

const list = async (as: Person, imei: string) =>
  shop.call('POST', '/products', { as: as.token, body: { ...listingInput(), image: await createPicture(shop.services.db), imei } });
const set = (orderId: string, state: FulfillmentState) => shop.services.db.updateTable('fulfillments').set({ state }).where('order_id', '=', orderId).execute();
const pageOf = async (id: string) => (await shop.call('GET', `/selectedItem/${id}`)).status;
const change = async (act: string, id: string) =>
  ((await shop.call('POST', '/ownListingChanges', { as: seller.token, body: { act, ids: [id] } })).body as { outcomes: object[] }).outcomes[0];

describe('A phone that was sold', () => {
  test('Can’t be listed by anybody until its order has ended', async () => {
    const imei = newImei();
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller, { imei }));
    const sentence = expect.stringContaining('that order hasn’t ended yet');
    for (const state of FulfillmentState.options.filter((one) => !hasEnded(one))) {
      await set(orderId, state);
      for (const person of [seller, other])
        expect(await list(person, imei)).toMatchObject({ status: 409, body: { code: 'already_listed', fields: { imei: sentence } } });
    }
    await completeOrder(shop, orderId);
    expect((await list(other, imei)).status).toBe(201);
  });

  test('Can be listed again once its sale was canceled', async () => {
    const imei = newImei();
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller, { imei }));
    expect((await shop.call('POST', `/orders/${orderId}/cancellation`, { as: buyer.token, body: { reason: 'No need.' } })).status).toBe(200);
    expect((await list(seller, imei)).status).toBe(201);
  });

  test('Comes back by none of its other listings meanwhile', async () => {
    const [imei, hers, gone] = [newImei(), newImei(), newImei()];
    const leaving = await createPerson(shop, 'seller');
    const [paused, removed] = [await createListing(shop, seller, { imei }), await createListing(shop, seller, { imei: hers })];
    const left = await createListing(shop, leaving, { imei: gone });
    expect(await change('pause', paused)).toMatchObject({ outcome: 'done' });
    const decision = { kind: 'removal', listingId: removed, reason: 'A look.' };
    expect((await shop.call('POST', '/decisions', { as: admin.token, body: decision })).status).toBe(201);
    expect((await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token })).status).toBe(200);
    for (const one of [imei, hers, gone]) await sellTo(shop, buyer, await createListing(shop, other, { imei: one }));
    expect(await change('resume', paused)).toMatchObject({ outcome: 'refused', code: 'already_listed' });
    expect(await shop.call('POST', `/removedItems/${removed}/restore`, { as: admin.token })).toMatchObject({ status: 409, body: { code: 'already_listed' } });
    expect((await shop.call('POST', `/removedItems/${leaving.id}/restore`, { as: admin.token })).status).toBe(200);
    for (const id of [removed, left]) expect(await pageOf(id)).toBe(404);
  });

  test('Stays with whom it was sold to next when its first sale is undone', async () => {
    const imei = newImei();
    const first = await createListing(shop, seller, { imei });
    const orderId = await sellTo(shop, buyer, first);
    await set(orderId, 'completed');
    await sellTo(shop, buyer, await createListing(shop, other, { imei }));
    expect((await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: { reason: 'A trick.', relist: true } })).status).toBe(200);
    expect(await pageOf(first)).toBe(404);
  });

  test('Is refused in an imported file, at its row', async () => {
    const imei = newImei();
    await sellTo(shop, buyer, await createListing(shop, seller, { imei }));
    const { body } = await sendFile(shop, other, csvFile([csvRow({ model_name: 'Sold', imei })]));
    await shop.call('POST', `/listingImports/${body._id}/confirm`, { as: other.token });
    await createImporting(shop.services).run();
    const rows = (await shop.call('GET', `/listingImports/${body._id}/rows`, { as: other.token })).body as ImportRow[];
    expect(rows[0]?.fields.imei).toContain('that order hasn’t ended yet');
  });
});
