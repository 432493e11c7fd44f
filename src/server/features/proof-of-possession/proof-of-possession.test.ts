import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { MAX_POSSESSION_CODES, type PossessionCode, type PossessionPhoto } from '#contract/proof-of-possession.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { drawnPhoto } from '#test/support/drawn-photos.ts';
import { createCategory, createListing, createPerson, listingInput, type Person, tokenNow } from '#test/support/world/world.ts';
import { sweepImages } from '../images/index.ts';
import { releasePossessionPhotos } from './sweep.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let shop: TestApp;
let admin: Person;
let photo: Buffer;

beforeAll(async () => {
  shop = await createTestApp();
  await createCategory(shop);
  photo = await drawnPhoto(3);
});
afterAll(() => shop.close());
// Anew each time, because the clock moves by more than a session's lifetime.
beforeEach(async () => {
  admin = await createPerson(shop, 'admin');
});

let turned = 0;

/** A new photo each time, shown by no listing. */
async function take(): Promise<string> {
  turned += 1;
  const other = await sharp(photo)
    .rotate(turned * 17)
    .jpeg()
    .toBuffer();
  return (await shop.services.images.put(other)).address;
}

/** A new token for a person, because the clock moves by more than a token's lifetime. */
function tokenOf(one: Person) {
  return tokenNow(shop, one);
}

async function call(as: Person, method: string, path: string, body?: unknown) {
  return shop.call(method, path, { as: await tokenOf(as), ...(body !== undefined && { body }) });
}

function person() {
  return createPerson(shop, 'seller');
}

function ask(as: Person, listing: string | null = null) {
  return call(as, 'POST', '/possessionCodes', { listing });
}

async function asked(as: Person, listing: string | null = null): Promise<PossessionCode> {
  return (await ask(as, listing)).body as PossessionCode;
}

function send(as: Person, code: PossessionCode, image: string, shown?: unknown) {
  return call(as, 'POST', `/possessionCodes/${code._id}/photo`, { image, ...(shown !== undefined && { shown }) });
}

async function queue(): Promise<PossessionPhoto[]> {
  return (await call(admin, 'GET', '/possessionPhotos')).body as PossessionPhoto[];
}

function decide(id: string, body: object, as = admin) {
  return call(as, 'POST', `/possessionPhotos/${id}/decision`, body);
}

async function detail(id: string) {
  return (await shop.call('GET', `/selectedItem/${id}`)).body as { inHand: boolean; inHandPhoto: string | null };
}

async function notificationsOf(as: Person) {
  return (await call(as, 'GET', '/notifications')).body as { kind: string; text: string }[];
}

describe('Photos with a code', () => {
  test('A photo gives its listing the badge once an admin confirms it, and stays private unless the seller shows it', async () => {
    const seller = await person();
    const { status, body } = await ask(seller);
    expect([status, body]).toEqual([
      201,
      {
        _id: expect.any(String),
        code: expect.stringMatching(/^[A-Z3479]{3}-[A-Z3479]{3}$/u),
        expiresAt: expect.any(String),
        state: 'open',
        photo: null,
        reason: null,
      },
    ]);
    const code = body as PossessionCode;
    expect(await ask(seller)).toMatchObject({ status: 201, body: { _id: code._id } });
    const image = await take();
    expect(await send(seller, code, image)).toMatchObject({ status: 200, body: { state: 'sent', photo: image } });
    expect(await send(seller, code, image)).toMatchObject({ status: 200, body: { state: 'sent' } });
    expect(await queue()).toEqual([]);
    const id = await createListing(shop, seller, { inHand: code._id });
    const [waiting] = await queue();
    expect(waiting).toMatchObject({ _id: code._id, code: code.code, photo: image, shown: false, seen: null, listing: { _id: id, sellerEmail: seller.email } });
    const { db } = shop.services;
    const gone = await createListing(shop, await person());
    await db.updateTable('listings').set({ removed_at: 1, removed_reason: 'by_admin' }).where('id', '=', gone).execute();
    await db.updateTable('possession_photos').set({ duplicate_listing_id: gone }).where('id', '=', code._id).execute();
    expect((await queue())[0]?.seen).toEqual({ _id: gone, model_name: expect.any(String), state: 'removed' });
    expect(await detail(id)).toMatchObject({ inHand: false, inHandPhoto: null });
    expect((await decide(code._id, { decision: 'confirmed' })).body).toMatchObject({ modifiedCount: 1 });
    expect((await decide(code._id, { decision: 'refused', reason: 'Too late.' })).body).toMatchObject({ modifiedCount: 0 });
    expect(await detail(id)).toMatchObject({ inHand: true, inHandPhoto: null });
    const list = (await shop.call('GET', '/products')).body as { _id: string; inHand: boolean }[];
    expect(list.find(({ _id }) => _id === id)?.inHand).toBe(true);
    expect((await notificationsOf(seller))[0]?.kind).toBe('in_hand_confirmed');
    expect(await ask(seller, id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('already has its badge') } });
  });

  test('A seller reads whether the photo of their listing is under review; nobody else does', async () => {
    const [seller, stranger] = [await person(), await person()];
    const id = await createListing(shop, seller);
    const sentOf = (as: Person) => call(as, 'GET', `/possessionCodes?listing=${id}`);
    const code = await asked(seller, id);
    expect(await sentOf(seller)).toMatchObject({ status: 200, body: { sent: null } });
    const image = await take();
    await send(seller, code, image);
    expect(await sentOf(seller)).toMatchObject({ status: 200, body: { sent: { _id: code._id, state: 'sent', photo: image } } });
    expect((await sentOf(stranger)).status).toBe(404);
    await decide(code._id, { decision: 'refused', reason: 'Blurred.' });
    expect(await sentOf(seller)).toMatchObject({ status: 200, body: { sent: null } });
  });

  test('A photo that is sent twice at the same time is answered alike', async () => {
    const seller = await person();
    for (const listing of [null, await createListing(shop, seller)]) {
      const [code, image] = [await asked(seller, listing), await take()];
      const replies = await Promise.all([send(seller, code, image), send(seller, code, image)]);
      for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { state: 'sent', photo: image } });
      expect(await send(seller, code, await take())).toMatchObject({ status: 409 });
    }
  });

  test('A declined photo is deleted, and its seller reads the reason', async () => {
    const seller = await person();
    const id = await createListing(shop, seller);
    const code = await asked(seller, id);
    const image = await take();
    await send(seller, code, image, true);
    expect(await decide(code._id, { decision: 'refused', reason: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.stringContaining('The seller will see it') } },
    });
    expect((await decide(code._id, { decision: 'refused', reason: 'The code can’t be read.' })).body).toMatchObject({ modifiedCount: 1 });
    expect((await notificationsOf(seller))[0]).toMatchObject({ kind: 'in_hand_refused', text: expect.stringContaining('“The code can’t be read.”') });
    expect(await detail(id)).toMatchObject({ inHand: false, inHandPhoto: null });
    expect(await ask(seller, id)).toMatchObject({ status: 201, body: { state: 'open' } });
    shop.clock.advance(2 * DAY_MS);
    await sweepImages(shop.services, () => {});
    expect((await shop.app.inject({ url: image })).statusCode).toBe(404);
  });

  test('A declined photo that its seller has put into the listing by then stays there', async () => {
    const seller = await person();
    const id = await createListing(shop, seller);
    shop.clock.advance(120 * MINUTE_MS);
    const [code, image] = [await asked(seller, id), await take()];
    expect((await send(seller, code, image)).status).toBe(200);
    const { revision, image: first } = (await call(seller, 'GET', `/products/${id}`)).body as { revision: number; image: string };
    expect((await call(seller, 'PATCH', `/products/${id}`, { revision, image: first, photos: [image] })).status).toBe(200);
    expect((await decide(code._id, { decision: 'refused', reason: 'The code can’t be read.' }, await createPerson(shop, 'admin'))).status).toBe(200);
    shop.clock.advance(2 * DAY_MS);
    await sweepImages(shop.services, () => {});
    expect((await shop.app.inject(image)).statusCode).toBe(200);
  });

  test('The audit log names who confirmed or declined a photo, and why', async () => {
    const seller = await person();
    const id = await createListing(shop, seller);
    for (const decision of [{ decision: 'refused', reason: 'The code can’t be read.' }, { decision: 'confirmed' }]) {
      const code = await asked(seller, id);
      await send(seller, code, await take());
      await decide(code._id, decision);
    }
    const entries = (await call(admin, 'GET', `/auditLog?subject=${id}`)).body as AuditEntry[];
    expect(entries.map(({ act, by, after }) => [act, by._id, after]).slice(0, 2)).toEqual([
      ['possession_confirmed', admin.id, { proven: true }],
      ['possession_refused', admin.id, { proven: false, reason: 'The code can’t be read.' }],
    ]);
  });

  test('Nobody can use another’s code, listing or photo', async () => {
    const [seller, other, buyer] = [await person(), await person(), await createPerson(shop, 'buyer')];
    const id = await createListing(shop, seller, { image: await take() });
    const code = await asked(seller);
    expect((await ask(other, id)).status).toBe(404);
    expect((await send(other, code, await take())).status).toBe(404);
    expect((await call(other, 'GET', `/possessionCodes/${code._id}`)).status).toBe(404);
    expect((await ask(buyer)).status).toBe(403);
    expect((await shop.call('POST', '/possessionCodes', { body: {} })).status).toBe(401);
    for (const as of [seller, buyer]) {
      expect((await call(as, 'GET', '/possessionPhotos')).status).toBe(403);
      expect((await decide(code._id, { decision: 'confirmed' }, as)).status).toBe(403);
    }
    await send(seller, code, await take());
    const stolen = await call(other, 'POST', '/products', listingInput({ inHand: code._id }));
    expect(stolen).toMatchObject({ status: 422, body: { fields: { inHand: expect.stringContaining('Get a new code') } } });
    const twice = await Promise.all([1, 2].map(() => call(seller, 'POST', '/products', listingInput({ inHand: code._id }))));
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await decide('no such photo', { decision: 'confirmed' })).status).toBe(404);
  });

  test('A photo must be new: uploaded after a valid code, shown nowhere, and nobody else’s', async () => {
    const [seller, other] = [await person(), await person()];
    const before = await take();
    shop.clock.advance(MINUTE_MS);
    const code = await asked(seller);
    const refused = async (image: unknown, sentence: RegExp) =>
      expect(await send(seller, code, image as string)).toMatchObject({ status: 422, body: { fields: { image: expect.stringMatching(sentence) } } });
    await refused(before, /before you got the code/u);
    await refused('/images/01990000-0000-7000-8000-000000000000/1280.webp', /no longer available/u);
    await refused('https://pictures.example/front.jpg', /Upload the photo first/u);
    await refused({ address: before }, /required/u);
    const shown = await take();
    await createListing(shop, seller, { image: shown });
    await refused(shown, /already used elsewhere/u);
    const theirs = await drawnPhoto(30);
    await createListing(shop, other, { image: (await shop.services.images.put(theirs)).address });
    await refused((await shop.services.images.put(await sharp(theirs).resize(900).jpeg().toBuffer())).address, /another seller’s listing/u);
    expect(await send(seller, code, await take(), 'yes')).toMatchObject({ status: 422, body: { fields: { shown: expect.any(String) } } });

    const [one, two] = [await take(), await take()];
    const answers = await Promise.all([send(seller, code, one), send(seller, code, two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const next = await asked(seller);
    await expect(send(seller, next, answers[0]?.status === 200 ? one : two)).resolves.toMatchObject({
      status: 422,
      body: { fields: { image: expect.stringContaining('another code') } },
    });
    shop.clock.advance(61 * MINUTE_MS);
    expect(await send(seller, next, await take())).toMatchObject({ status: 409, body: { message: expect.stringContaining('has expired') } });
    expect((await call(seller, 'GET', `/possessionCodes/${next._id}`)).body).toMatchObject({ state: 'expired' });
  });

  test('A seller can get ten codes a day at most', async () => {
    const seller = await person();
    for (let number = 0; number < MAX_POSSESSION_CODES; number += 1) {
      expect((await ask(seller)).status).toBe(201);
      shop.clock.advance(61 * MINUTE_MS);
    }
    expect(await ask(seller)).toMatchObject({ status: 429, body: { code: 'too_many', message: expect.stringContaining('or list your phone without one.') } });
    expect(await ask(seller, await createListing(shop, { ...seller, token: await tokenOf(seller) }))).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/Try again in 14 hours\.$/u) },
    });
    shop.clock.advance(14 * 60 * MINUTE_MS);
    expect((await ask(seller)).status).toBe(201);
  });

  test('Codes given while the clock was two days ahead don’t count once it was set back', async () => {
    const seller = await person();
    shop.clock.advance(2 * 24 * 60 * MINUTE_MS);
    for (let number = 0; number < MAX_POSSESSION_CODES; number += 1) {
      expect((await ask(seller)).status).toBe(201);
      await shop.services.db.updateTable('possession_photos').set({ expires_at: 0 }).where('seller_id', '=', seller.id).execute();
    }
    expect((await ask(seller)).status).toBe(429);
    shop.clock.advance(-2 * 24 * 60 * MINUTE_MS);
    expect((await ask(seller)).status).toBe(201);
  });

  test('A photo can be taken for a phone on sale and shown if the seller wants; it is released a month after the listing’s removal', async () => {
    const seller = await person();
    const id = await createListing(shop, seller);
    const image = await take();
    const code = await asked(seller, id);
    // Uploaded before its code existed.
    shop.clock.advance(1);
    const later = await asked(await person());
    expect(await send(seller, code, image, true)).toMatchObject({ status: 200 });
    expect(later.state).toBe('open');
    expect(await ask(seller, id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('already reviewing a photo') } });
    await decide(code._id, { decision: 'confirmed' });
    expect(await detail(id)).toMatchObject({ inHand: true, inHandPhoto: image });
    await call(seller, 'DELETE', `/products/${id}`);
    const sweep = async () => {
      await releasePossessionPhotos(shop.services);
      await sweepImages(shop.services, () => {});
      return (await shop.app.inject({ url: image })).statusCode;
    };
    shop.clock.advance(2 * DAY_MS);
    expect(await sweep()).toBe(200);
    shop.clock.advance(29 * DAY_MS);
    expect(await sweep()).toBe(404);
  });

  test.each(['paused', 'on_hold', 'suspended'])('The photo of a listing that is hidden (%s) stays, however long', async (reason) => {
    const seller = await person();
    const id = await createListing(shop, seller);
    const image = await take();
    const code = await asked(seller, id);
    await send(seller, code, image, true);
    await decide(code._id, { decision: 'confirmed' });
    const change = (columns: { removed_at: number | null; removed_reason: string | null }) =>
      shop.services.db.updateTable('listings').set(columns).where('id', '=', id).execute();
    await change({ removed_at: shop.clock.now(), removed_reason: reason });
    shop.clock.advance(31 * DAY_MS);
    await releasePossessionPhotos(shop.services);
    await sweepImages(shop.services, () => {});
    await change({ removed_at: null, removed_reason: null });
    expect(await detail(id)).toMatchObject({ inHand: true, inHandPhoto: image });
    expect((await shop.app.inject({ url: image })).statusCode).toBe(200);
  });

  test('A photo that was released undecided is no longer reviewed, and its seller can send another', async () => {
    const seller = await person();
    const id = await createListing(shop, seller);
    const code = await asked(seller, id);
    await send(seller, code, await take());
    await shop.services.db.updateTable('possession_photos').set({ released_at: shop.clock.now() }).where('id', '=', code._id).execute();
    expect((await queue()).map(({ _id }) => _id)).not.toContain(code._id);
    expect((await decide(code._id, { decision: 'confirmed' })).body).toMatchObject({ modifiedCount: 0 });
    expect(await detail(id)).toMatchObject({ inHand: false });
    expect(await ask(seller, id)).toMatchObject({ status: 201, body: { state: 'open' } });
  });
});
