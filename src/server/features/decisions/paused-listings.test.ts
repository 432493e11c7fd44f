import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnDecision } from '#contract/decisions.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, type Person, tokenNow } from '#test/support/world/world.ts';
import { createAssessing } from '../risk/index.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [admin, seller, buyer] = [await createPerson(shop, 'admin'), await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
});
afterAll(() => shop.close());

const post = (path: string, as: Person, body: object) => shop.call('POST', path, { as: as.token, body });
const pageOf = async (id: string) => (await shop.call('GET', `/selectedItem/${id}`)).status;
const report = async (id: string, by = buyer) => (await post('/reportedItems', by, { _id: id, reason: 'fake' })).status;
const decide = (kind: string, listingId: string) => post('/decisions', admin, { kind, listingId, reason: 'Because.' });
const undo = (id: string) => post(`/decisions/${id}/undo`, admin, { reason: 'It was a mistake.' });
const idsOf = async (path: string) => ((await shop.call('GET', path, { as: admin.token })).body as { _id: string }[]).map(({ _id }) => _id);
const list = (changes: object = {}, by = seller) => createListing(shop, by, { ...changes });

async function change(act: 'pause' | 'resume', id: string, by = seller) {
  const { body } = await post('/ownListingChanges', by, { act, ids: [id] });
  const [{ outcome, code } = { outcome: '', code: null }] = (body as { outcomes: { outcome: string; code: string | null }[] }).outcomes;
  return code ?? outcome;
}

async function listPaused(by = seller, changes: object = {}) {
  const id = await list(changes, by);
  expect(await change('pause', id, by)).toBe('done');
  return id;
}

async function decided(kind: string, id: string): Promise<string> {
  const { status, body } = await decide(kind, id);
  expect([status, body]).toEqual([201, expect.anything()]);
  return (body as { insertedId: string }).insertedId;
}

async function stateOf(id: string) {
  const { removed_reason } = await shop.services.db.selectFrom('listings').select('removed_reason').where('id', '=', id).executeTakeFirstOrThrow();
  return removed_reason;
}

const isInLists = async (id: string) => JSON.stringify((await shop.call('GET', '/products')).body).includes(id);

test('A paused listing can be reported, and is in the review queue, before and after it was paused', async () => {
  const [before, after] = [await list(), await listPaused()];
  expect([await report(before), await report(after)]).toEqual([201, 201]);
  expect(await change('pause', before)).toBe('done');
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  for (const path of ['/reviewQueue', '/reportedItems']) expect(await idsOf(path)).toEqual(expect.arrayContaining([before, after]));
  expect((await shop.call('GET', `/reportedItems/${after}`, { as: buyer.token })).body).toEqual({ reportedStatus: 'reported' });
  await decided('clearance', after);
  expect((await shop.call('DELETE', `/reportedItems/${before}`, { as: admin.token })).body).toMatchObject({ deletedCount: 1 });
  for (const path of ['/reviewQueue', '/reportedItems']) for (const id of [before, after]) expect(await idsOf(path)).not.toContain(id);
  expect([await pageOf(before), await pageOf(after)]).toEqual([404, 200]);
});

test('A paused listing is reviewed like one on sale, and comes back paused', async () => {
  const id = await listPaused();
  const decision = await decided('hold', id);
  expect([await pageOf(id), await change('resume', id)]).toEqual([404, 'on_hold']);
  expect((await undo(decision)).status).toBe(200);
  expect([await pageOf(id), await isInLists(id), await stateOf(id)]).toEqual([200, false, 'paused']);
  const { body } = await shop.call('GET', '/notifications', { as: seller.token });
  expect(JSON.stringify(body)).toContain('It’s paused, as before.');
  expect([await change('resume', id), await isInLists(id)]).toEqual(['done', true]);
  const again = await decided('hold', id);
  expect((await undo(again)).status).toBe(200);
  expect(await isInLists(id)).toBe(true);
});

test('A listing that was reviewed while its seller is suspended stays hidden, and nobody is told that it is on sale', async () => {
  const suspended = await createPerson(shop, 'seller', { verified: true });
  const id = await list({}, suspended);
  const reporter = await createPerson(shop, 'buyer');
  await report(id, reporter);
  const review = await decided('hold', id);
  const suspension = (await post('/decisions', admin, { kind: 'suspension', sellerId: suspended.id, reason: 'Because.' })).body as { insertedId: string };
  expect((await undo(review)).status).toBe(200);
  expect([await pageOf(id), await stateOf(id)]).toEqual([404, 'suspended']);
  const newsOf = async (as: Person) => ((await shop.call('GET', '/notifications', { as: as.token })).body as { text: string }[]).map(({ text }) => text);
  expect(await newsOf(suspended)).toContainEqual(expect.stringContaining('It stays hidden until your suspension is lifted.'));
  expect(await newsOf(reporter)).toContainEqual(expect.stringContaining('but isn’t for sale right now: “It was a mistake.”'));
  for (const text of [...(await newsOf(suspended)), ...(await newsOf(reporter))]) expect(text).not.toContain('visible again');
  const entries = (await shop.call('GET', `/auditLog?subject=${id}`, { as: admin.token })).body as { act: string; after: object }[];
  expect(entries.find(({ act }) => act === 'listing_released')?.after).toMatchObject({ public: false, why: 'suspended' });
  expect((await undo(suspension.insertedId)).status).toBe(200);
  expect(await pageOf(id)).toBe(200);
});

test('A paused listing whose phone somebody else sells by now comes back from a review, but not on sale', async () => {
  const imei = '490154203237518';
  const id = await listPaused(seller, { imei });
  await list({ imei }, await createPerson(shop, 'seller'));
  const decision = await decided('hold', id);
  expect((await undo(decision)).status).toBe(200);
  expect([await stateOf(id), await change('resume', id)]).toEqual(['paused', 'already_listed']);
});

test('A paused listing that an admin removes and restores is paused', async () => {
  const id = await listPaused();
  const decision = await decided('removal', id);
  expect([await pageOf(id), await change('resume', id)]).toEqual([404, 'not_found']);
  expect((await undo(decision)).status).toBe(200);
  expect([await pageOf(id), await stateOf(id), await isInLists(id)]).toEqual([200, 'paused', false]);
});

test('Suspending a seller hides what they paused, and lifting the suspension gives it back paused', async () => {
  const suspended = await createPerson(shop, 'seller');
  const [shown, paused] = [await list({}, suspended), await listPaused(suspended)];
  const decision = await decided('suspension', shown);
  expect([await pageOf(paused), await stateOf(paused), await change('resume', paused, suspended)]).toEqual([404, 'suspended', 'suspended']);
  expect(await report(paused)).toBe(404);
  expect((await undo(decision)).status).toBe(200);
  expect([await isInLists(shown), await isInLists(paused), await stateOf(paused)]).toEqual([true, false, 'paused']);
  expect([await change('resume', paused, suspended), await isInLists(paused)]).toEqual(['done', true]);
});

test('Lifting a suspension removes phones listed again or reported lost meanwhile, and says so', async () => {
  const [suspended, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
  const [again, lost] = ['353879234252633', '352099001761481'];
  const [shown, listedAgain, reportedLost] = [await list({}, suspended), await list({ imei: again }, suspended), await list({ imei: lost }, suspended)];
  const paused = await listPaused(suspended);
  await createOrder(shop, buyer, listedAgain);
  expect([await report(listedAgain), await report(reportedLost)]).toEqual([201, 201]);
  const decision = await decided('suspension', shown);
  await list({ imei: again }, other);
  const { body } = await post('/lostPhones', buyer, { imei: lost, lostOn: '2024-05-01', place: 'Faro', proof: 'The receipt.' });
  await post(`/lostPhones/${(body as { insertedId: string }).insertedId}/decision`, admin, { decision: 'accepted', reason: 'The receipt is right.' });
  expect((await undo(decision)).status).toBe(200);
  const ids = [shown, paused, listedAgain, reportedLost];
  expect(await Promise.all(ids.map(stateOf))).toEqual([null, 'paused', 'listed_again', 'reported_lost']);
  const received = (await shop.call('GET', '/notifications', { as: suspended.token })).body as { kind: string; text: string }[];
  expect(received.map(({ kind }) => kind).sort()).toEqual(['own_listing_held', 'own_listing_removed', 'seller_suspended', 'suspension_lifted']);
  const textOf = (kind: string) => received.find((one) => one.kind === kind)?.text;
  expect(textOf('suspension_lifted')).toContain('on sale again, except what we had to remove: see our messages about it. What you had paused is still paused.');
  expect(textOf('own_listing_removed')).toContain('Another listing of this phone has been on sale since yours was hidden');
  for (const id of [listedAgain, reportedLost]) {
    const acts = (await shop.call('GET', `/auditLog?subject=${id}`, { as: admin.token })).body as { act: string }[];
    expect(acts[0]?.act).toBe('listing_removed');
  }
  expect((await shop.services.db.selectFrom('reports').select('id').where('listing_id', 'in', ids).where('closed_at', 'is', null).execute()).length).toBe(0);
  expect(await idsOf('/removedItems')).toEqual(expect.arrayContaining([listedAgain, reportedLost]));
});

test('Removing a seller removes what they paused with its bookings, and restoring them gives it back paused', async () => {
  const leaving = await createPerson(shop, 'seller');
  const id = await list({}, leaving);
  await createOrder(shop, buyer, id);
  await change('pause', id, leaving);
  await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
  expect([await pageOf(id), await stateOf(id), await report(id)]).toEqual([404, 'seller_removed', 404]);
  expect((await shop.call('GET', '/bookings', { as: buyer.token })).body).toContainEqual(expect.objectContaining({ closedReason: 'listing_removed' }));
  expect(await idsOf('/removedItems')).toContain(id);
  expect((await post(`/removedItems/${leaving.id}/restore`, admin, {})).status).toBe(200);
  expect([await pageOf(id), await stateOf(id), await isInLists(id)]).toEqual([200, 'paused', false]);
});

test('A suspension can’t be lifted after its seller was removed, which would put their phones on sale', async () => {
  const leaving = await createPerson(shop, 'seller');
  const [shown, paused] = [await list({}, leaving), await listPaused(leaving)];
  const decision = await decided('suspension', shown);
  await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
  expect((await undo(decision)).body).toMatchObject({ message: 'The seller was removed. Restore the seller first.' });
  expect([await pageOf(shown), await pageOf(paused)]).toEqual([404, 404]);
  expect((await post(`/removedItems/${leaving.id}/restore`, admin, {})).status).toBe(200);
  expect((await undo(decision)).status).toBe(200);
  expect([await pageOf(shown), await stateOf(paused)]).toEqual([200, 'paused']);
});

test('Deleting an account removes what it had paused, for good', async () => {
  const leaving = await createPerson(shop, 'seller');
  const id = await listPaused(leaving, { description: 'As good as new.' });
  expect((await shop.call('DELETE', `/personalData?email=${leaving.email}`, { as: await tokenNow(shop, leaving) })).status).toBe(200);
  expect([await pageOf(id), await stateOf(id)]).toEqual([404, 'seller_removed']);
  expect((await post(`/removedItems/${id}/restore`, admin, {})).status).toBe(409);
});

test('A phone that is reported lost leaves the shop even if it is paused', async () => {
  const imei = '356938035643809';
  const id = await listPaused(seller, { imei });
  const lost = { imei, lostOn: '2024-05-01', place: 'Faro', proof: 'The receipt.' };
  const { body } = await post('/lostPhones', buyer, lost);
  await post(`/lostPhones/${(body as { insertedId: string }).insertedId}/decision`, admin, { decision: 'accepted', reason: 'The receipt is right.' });
  expect([await pageOf(id), await stateOf(id)]).toEqual([404, 'reported_lost']);
});

test('Reporters learn what became of a paused listing', async () => {
  const [id, reporter] = [await listPaused(), await createPerson(shop, 'buyer')];
  await report(id, reporter);
  await decided('removal', id);
  const { body } = await shop.call('GET', '/myDecisions', { as: reporter.token });
  expect((body as OwnDecision[]).map(({ kind }) => kind)).toEqual(['removal']);
});
