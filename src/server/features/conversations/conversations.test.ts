import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Conversation, Message } from '#contract/conversations.ts';
import { days, hours, minutes } from '#contract/shared/durations.ts';
import { sweepUnread } from '#server/features/conversations/index.ts';
import { sweepImages } from '#server/features/images/index.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';
import { sendMessage } from './commands.ts';
import { findConversation } from './queries.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let stranger: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer, stranger] = [
    await createPerson(shop, 'seller', { name: 'Ana Maria Silva' }),
    await createPerson(shop, 'buyer', { name: 'Rui Costa' }),
    await createPerson(shop, 'buyer'),
  ];
}, 120_000);
afterAll(() => shop.close());

const call = async (as: Person, method: string, path: string, body?: object) => shop.call(method, path, { as: await tokenNow(shop, as), body });
const open = (as: Person, productId: string) => call(as, 'POST', '/conversations', { productId });
const begin = async (listing?: string, as = buyer): Promise<string> => ((await open(as, listing ?? (await phone()))).body as { _id: string })._id;
const fresh = async (person: Person): Promise<Person> => ({ ...person, token: await tokenNow(shop, person) });
const phone = async (of = seller): Promise<string> => createListing(shop, await fresh(of));
const send = (as: Person, id: string, text: string, clientId: string = crypto.randomUUID()) =>
  call(as, 'POST', `/conversations/${id}/messages`, { clientId, text });
const read = async (as: Person, id: string, query = '') => (await call(as, 'GET', `/conversations/${id}/messages${query}`)).body as Message[];
const see = async (as: Person, id: string) => (await call(as, 'GET', `/conversations/${id}`)).body as Conversation;
const list = async (as: Person) => (await call(as, 'GET', '/conversations')).body as Conversation[];
const unread = async (as: Person) => ((await call(as, 'GET', '/conversations/unread')).body as { conversations: number }).conversations;

describe('A conversation', () => {
  test('Is one per listing and buyer, unlisted until somebody writes, and shows each side the other', async () => {
    const listing = await phone();
    const begun = await open(buyer, listing);
    expect(begun.status).toBe(201);
    const { _id: id } = begun.body as { _id: string };
    expect(await open(buyer, listing)).toMatchObject({ status: 200, body: { _id: id } });
    expect((await open(stranger, listing)).body).not.toEqual({ _id: id });
    expect([await list(buyer), await list(seller)]).toEqual([[], []]);

    expect((await send(buyer, id, ' Does it still have its box? ')).status).toBe(201);
    expect(await list(seller)).toMatchObject([{ _id: id, side: 'seller', otherName: 'Rui', unread: 1, lastMessage: { text: 'Does it still have its box?' } }]);
    expect((await send(seller, id, 'Yes.')).body).toMatchObject({ number: 2, by: 'seller', text: 'Yes.' });
    expect(await see(buyer, id)).toMatchObject({
      side: 'buyer',
      otherName: 'Ana Maria Silva',
      lastNumber: 2,
      unread: 1,
      productStatus: 'available',
      orderId: null,
    });
    expect((await read(buyer, id)).map(({ text }) => text)).toEqual(['Yes.', 'Does it still have its box?']);
  });

  test('Is nobody else’s: strangers get 404 for all of it', async () => {
    const id = await begin();
    const admin = await createPerson(shop, 'admin');
    for (const person of [stranger, admin]) {
      expect((await call(person, 'GET', `/conversations/${id}`)).status).toBe(404);
      expect((await call(person, 'GET', `/conversations/${id}/messages`)).status).toBe(404);
      expect((await send(person, id, 'Hello.')).status).toBe(404);
      expect((await call(person, 'POST', `/conversations/${id}/read`, { number: 1 })).status).toBe(404);
    }
  });

  test('Can’t be begun about one’s own, a removed or a sold phone, but goes on after either', async () => {
    const [own, gone, sold] = [await phone(), await phone(), await phone()];
    const [aboutGone, aboutSold] = [await begin(gone), await begin(sold)];
    expect(await open(seller, own)).toMatchObject({ status: 403, body: { message: 'This is your own phone.' } });
    expect((await call(seller, 'DELETE', `/products/${gone}`)).status).toBe(200);
    await sellTo(shop, await fresh(stranger), sold);
    expect([(await open(stranger, gone)).status, (await open(stranger, crypto.randomUUID())).status]).toEqual([404, 404]);
    expect(await open(await createPerson(shop, 'buyer'), sold)).toMatchObject({ status: 409, body: { code: 'sold' } });
    expect([(await send(buyer, aboutGone, 'A pity.')).status, (await send(seller, aboutSold, 'Sorry.')).status]).toEqual([201, 201]);
    expect([(await see(buyer, aboutGone)).productStatus, (await see(buyer, aboutSold)).productStatus]).toEqual(['gone', 'sold']);
  });

  test('Shows a buyer no picture that the shop took down, unless they bought the phone', async () => {
    const [listing, bought, admin] = [await phone(), await phone(), await createPerson(shop, 'admin')];
    const [id, aboutBought] = [await begin(listing), await begin(bought)];
    await sellTo(shop, await fresh(buyer), bought);
    const images = async () => [(await see(buyer, id)).productImage, (await see(seller, id)).productImage, (await see(buyer, aboutBought)).productImage];
    const [shown, own, kept] = await images();
    expect([shown, kept]).toEqual([own, expect.stringContaining('/')]);
    await call(admin, 'POST', '/decisions', { kind: 'hold', listingId: listing, reason: 'A look.' });
    expect(await images()).toEqual(['', own, kept]);
    for (const listingId of [listing, bought]) await call(admin, 'POST', '/decisions', { kind: 'removal', listingId, reason: 'Not allowed.' });
    expect(await images()).toEqual(['', own, kept]);
  });

  test('Says that a phone is paused', async () => {
    const listing = await phone();
    const id = await begin(listing);
    await call(seller, 'POST', '/ownListingChanges', { act: 'pause', ids: [listing] });
    expect((await see(buyer, id)).productStatus).toBe('paused');
  });

  test('Can begin while a phone is paused', async () => {
    const listing = await phone();
    await call(seller, 'POST', '/ownListingChanges', { act: 'pause', ids: [listing] });
    expect((await open(await createPerson(shop, 'buyer'), listing)).status).toBe(201);
  });

  test('Says that a phone the shop hides isn’t available right now, and can’t begin about it', async () => {
    const [listing, admin] = [await phone(), await createPerson(shop, 'admin')];
    const id = await begin(listing);
    const { body } = await call(admin, 'POST', '/decisions', { kind: 'hold', listingId: listing, reason: 'A look.' });
    expect((await see(buyer, id)).productStatus).toBe('hidden');
    expect((await open(await createPerson(shop, 'buyer'), listing)).status).toBe(404);
    await call(admin, 'POST', `/decisions/${(body as { insertedId: string }).insertedId}/undo`, { reason: 'All is well.' });
    const suspension = await call(admin, 'POST', '/decisions', { kind: 'suspension', sellerId: seller.id, reason: 'A look.' });
    expect((await see(buyer, id)).productStatus).toBe('hidden');
    await call(admin, 'POST', `/decisions/${(suspension.body as { insertedId: string }).insertedId}/undo`, { reason: 'All is well.' });
    expect((await see(buyer, id)).productStatus).toBe('available');
  });

  test('Opens from a paid order for both sides, as the one of its phone', async () => {
    const listing = await phone();
    const id = await begin(listing);
    const orderId = await sellTo(shop, await fresh(buyer), listing);
    for (const side of [buyer, seller]) expect((await call(side, 'POST', `/orders/${orderId}/conversation`)).body).toEqual({ _id: id });
    expect((await call(stranger, 'POST', `/orders/${orderId}/conversation`)).status).toBe(404);
    expect((await see(seller, id)).orderId).toBe(orderId);
  });

  test('Is begun once by two requests at the same time, of which one is told so', async () => {
    const [listing, early, late] = [await phone(), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const orderId = await sellTo(shop, late, await phone());
    for (const ask of [() => open(early, listing), () => call(late, 'POST', `/orders/${orderId}/conversation`)]) {
      const replies = await Promise.all([ask(), ask()]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 201]);
      expect(replies[0]?.body).toEqual(replies[1]?.body);
    }
  });

  test('Isn’t begun by a seller with a buyer who has left, which doesn’t log the seller out', async () => {
    const leaving = await createPerson(shop, 'buyer');
    const orderId = await sellTo(shop, leaving, await phone());
    await shop.services.db.updateTable('users').set({ removed_at: shop.clock.now() }).where('id', '=', leaving.id).execute();
    expect(await call(seller, 'POST', `/orders/${orderId}/conversation`)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/left the shop/u) },
    });
  });

  test('Begins at most 20 times in 24 hours, and opening an old one doesn’t count', async () => {
    const curious = await createPerson(shop, 'buyer');
    const listings = [];
    for (let count = 0; count < 21; count += 1) listings.push(await phone());
    const [last = '', ...others] = listings;
    for (const listing of others) expect((await open(curious, listing)).status).toBe(201);
    const refusal = await open(curious, last);
    expect(refusal).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await open(curious, others[0] ?? '')).status).toBe(200);
    shop.clock.advance(days(1) + 1);
    expect((await open(curious, last)).status).toBe(201);
  });

  test('Counts no more toward those of a day if it was begun while the clock was two days ahead', async () => {
    const curious = await createPerson(shop, 'buyer');
    const phones = await Promise.all(Array.from({ length: 21 }, phone));
    shop.clock.advance(days(2));
    for (const listing of phones.slice(1)) expect((await open(curious, listing)).status).toBe(201);
    expect((await open(curious, phones[0] ?? '')).status).toBe(429);
    shop.clock.advance(-days(2));
    expect((await open(curious, phones[0] ?? '')).status).toBe(201);
  });
});

describe('Messages', () => {
  test('The same client ID twice makes one message, and numbers have no gaps when both sides write at once', async () => {
    const id = await begin();
    const clientId = crypto.randomUUID();
    const [first, second] = await Promise.all([send(buyer, id, 'Once.', clientId), send(buyer, id, 'Once.', clientId)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 201]);
    expect(first.body).toEqual(second.body);
    expect(await read(buyer, id)).toMatchObject([{ text: 'Once.', clientId }]);
    expect(await read(seller, id)).toMatchObject([{ text: 'Once.', clientId: null }]);
    await Promise.all(Array.from({ length: 20 }, (_, count) => send(count % 2 === 0 ? buyer : seller, id, `Number ${count}`)));
    expect((await read(seller, id)).map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, count) => 21 - count));
  });

  test('Can have up to four photos, with a text or without, and only photos that are stored here', async () => {
    const id = await begin();
    const post = (body: object) => call(buyer, 'POST', `/conversations/${id}/messages`, { clientId: crypto.randomUUID(), ...body });
    const bytes = await pictureOf('jpeg', 40, 30);
    const photos = [(await shop.services.images.put(bytes)).address, (await shop.services.images.put(bytes)).address];
    expect(await post({ photos })).toMatchObject({ status: 201, body: { text: '', photos } });
    expect(await read(seller, id)).toMatchObject([{ text: '', photos }]);
    expect((await list(seller)).find(({ _id }) => _id === id)?.lastMessage).toMatchObject({ text: '', photos });
    expect((await post({ text: ' ', photos: [] })).status).toBe(422);
    expect((await post({ photos: [...photos, ...photos, ...photos] })).status).toBe(422);
    expect((await post({ photos: ['https://elsewhere.example/phone.jpg'] })).body).toMatchObject({ fields: { 'photos.0': expect.stringContaining('Upload') } });
    // A day later, they are still there: what a message shows isn’t swept.
    shop.clock.advance(days(2));
    await sweepImages(shop.services, (error) => expect(error).toBeUndefined());
    expect(await shop.services.images.has(photos[0] ?? '')).toBe(true);
  });

  test('Come page by page from the latest, or after a number from the earliest', async () => {
    const id = await begin();
    for (let count = 1; count <= 5; count += 1) await send(buyer, id, String(count));
    const first = await call(seller, 'GET', `/conversations/${id}/messages?limit=2`);
    const next = /<([^>]*)>; rel="next"/u.exec(String(first.headers.link))?.[1]?.replace('/api', '') ?? '';
    const textsOf = (body: unknown) => (body as Message[]).map(({ text }) => text);
    expect([textsOf(first.body), textsOf((await call(seller, 'GET', next)).body)]).toEqual([
      ['5', '4'],
      ['3', '2'],
    ]);
    expect(textsOf(await read(seller, id, '?after=2&limit=2'))).toEqual(['3', '4']);
    expect(await read(seller, id, '?after=5')).toEqual([]);
  });

  test('Count as unread until they are read, on both sides and in whatever order', async () => {
    const [ana, rui] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    const id = await begin(await phone(ana), rui);
    for (const text of ['One', 'Two']) await send(rui, id, text);
    await send(ana, id, 'Three');
    expect([await unread(ana), await unread(rui), (await see(ana, id)).unread]).toEqual([1, 1, 2]);
    expect((await call(ana, 'POST', `/conversations/${id}/read`, { number: 1 })).body).toMatchObject({ modifiedCount: 1 });
    expect(await see(ana, id)).toMatchObject({ unread: 1 });
    expect(await see(rui, id)).toMatchObject({ otherRead: 1 });
    await call(ana, 'POST', `/conversations/${id}/read`, { number: 1_000_000 });
    expect((await call(ana, 'POST', `/conversations/${id}/read`, { number: 2 })).body).toMatchObject({ modifiedCount: 0 });
    expect([await unread(ana), (await see(rui, id)).otherRead]).toEqual([0, 3]);
    await send(rui, id, 'Four');
    expect((await see(ana, id)).unread).toBe(1);
  });

  test('Are stored as text, without characters that nobody sees or that turn text around', async () => {
    const id = await begin();
    const hostile = '<script>alert(1)</script>\u202Egro.live\u202C z\u200Be\u2060ro\uFEFF\u0000'.replace('\u0000', '');
    expect((await send(buyer, id, hostile)).body).toMatchObject({ text: '<script>alert(1)</script>gro.live zero' });
    expect((await send(buyer, id, 'One\r\n\r\nTwo 👨‍👩‍👧')).body).toMatchObject({ text: 'One\n\nTwo 👨‍👩‍👧' });
  });

  test('Of nothing, of 2,001 and of 5,000 characters, and without a usable ID are refused with a sentence', async () => {
    const id = await begin();
    for (const text of ['', ' \n ', '\u200B\u202E', 'a\0b']) expect((await send(buyer, id, text)).status, JSON.stringify(text)).toBe(422);
    for (const length of [2001, 5000, 100_000])
      expect((await send(buyer, id, 'x'.repeat(length))).body).toMatchObject({ message: 'A message can have at most 2,000 characters.' });
    expect((await send(buyer, id, 'Hello.', 'mine')).status).toBe(422);
    expect((await send(buyer, id, ` ${'🙂'.repeat(2000)} `)).status).toBe(201);
    expect(await read(buyer, id)).toHaveLength(1);
  });

  test('Hide numbers and addresses from the other side until the phone is paid, and the stored text stays whole', async () => {
    const listing = await phone();
    const id = await begin(listing);
    const text = 'Call +351 912 345 678, or write to me@example.org, or come to 12 Main Street. It cost $1,299.50 on 2026-11-23.';
    expect((await send(buyer, id, text)).body).toMatchObject({ text, masked: true });
    const [seen] = await read(seller, id);
    expect(seen).toMatchObject({ masked: true });
    expect(seen?.text).toBe('Call +••• ••• ••• •••, or write to ••••••••••••••• or come to •• •••• ••••••• It cost $1,299.50 on 2026-11-23.');
    expect((await list(seller)).find(({ _id }) => _id === id)?.lastMessage?.text).toBe(seen?.text);
    await send(seller, id, 'Mine is (555) 123-4567.');
    expect((await read(buyer, id))[0]?.text).toBe('Mine is (•••) •••-••••.');
    await sellTo(shop, await fresh(buyer), listing);
    expect(await read(seller, id)).toMatchObject([
      { text: 'Mine is (555) 123-4567.', masked: false },
      { text, masked: false },
    ]);
  });

  test('Hide a number that is split over several messages, wherever one of them is shown', async () => {
    const id = await begin(await phone());
    for (const text of ['Is 250 fine?', 'my number', '555', '123']) await send(buyer, id, text);
    await send(seller, id, 'Yes?');
    expect((await send(buyer, id, 'and four 567')).body).toMatchObject({ text: 'and four 567', masked: true });
    const texts = async () => (await read(seller, id)).map(({ text }) => text);
    expect(await texts()).toEqual(['and •••• •••', 'Yes?', '•••', '•••', 'my number', 'Is 250 fine?']);
    expect((await list(seller)).find(({ _id }) => _id === id)?.lastMessage?.text).toBe('and •••• •••');
    expect((await shop.call('GET', `/conversations/${id}/messages?after=5`, { as: (await fresh(seller)).token })).body).toMatchObject([
      { text: 'and •••• •••' },
    ]);
    // Prices and sizes come one after another, too, and a number that goes on an hour later is none.
    const other = await begin(await phone());
    const harmless = ['two hundred?', '899', '64', '128', '256', '300', '280'];
    for (const text of harmless) await send(buyer, other, text);
    expect((await read(seller, other)).map(({ text }) => text)).toEqual(harmless.toReversed());
    for (const text of ['555', '123']) await send(buyer, other, text);
    shop.clock.advance(3_600_000);
    await send(await fresh(buyer), other, '4567');
    expect((await read(await fresh(seller), other)).slice(0, 3).map(({ text }) => text)).toEqual(['4567', '123', '555']);
  });

  test('Never store a card number or an IMEI, but any phone number', async () => {
    const id = await begin(await phone());
    const numbers = ['4242 4242 4242 4242', '378282246310005', '490154203237518', '+351 912 345 678', '+55 11 91234 5678'];
    await send(buyer, id, numbers.join(', '));
    const { text } = await shop.services.db.selectFrom('conversation_messages').select('text').where('conversation_id', '=', id).executeTakeFirstOrThrow();
    expect(text).toBe('•, •, •, +351 912 345 678, +55 11 91234 5678');
  });

  test('Are limited to 30 a minute per person', async () => {
    const strict = await createTestApp({ RATE_LIMITS: '1' });
    const [ana, rui] = [await createPerson(strict, 'seller'), await createPerson(strict, 'buyer')];
    strict.clock.advance(days(2));
    const as = await tokenNow(strict, rui);
    const begun = await strict.call('POST', '/conversations', {
      as,
      body: { productId: await createListing(strict, { ...ana, token: await tokenNow(strict, ana) }) },
    });
    const { _id } = begun.body as { _id: string };
    const statuses = [];
    for (let count = 0; count < 60; count += 1)
      statuses.push((await strict.call('POST', `/conversations/${_id}/messages`, { as, body: { clientId: crypto.randomUUID(), text: 'Hello?' } })).status);
    expect(statuses).toEqual([...Array(30).fill(201), ...Array(30).fill(429)]);
    await strict.close();
  });

  test('Are limited to ten minutes’ worth an hour per person', async () => {
    const id = await begin(await phone());
    const conversation = await findConversation(shop.services.db, buyer.id, id);
    if (!conversation) throw new Error('there is no conversation');
    const one = { userId: buyer.id, text: 'Hello?', photos: [], images: { kind: 'disk' as const }, budget: { burst: 2, perMinute: 2 } };
    const sendOne = () => sendMessage(shop.services, conversation, { ...one, clientId: crypto.randomUUID() });
    shop.clock.advance(hours(1));
    for (let count = 0; count < 20; count += 1) {
      await sendOne();
      shop.clock.advance(minutes(1) / 2 + 1);
    }
    shop.clock.advance(minutes(2));
    await expect(sendOne()).rejects.toMatchObject({ status: 429, message: expect.stringContaining('Too many messages') });
    shop.clock.advance(hours(1));
    expect((await sendOne()).isNew).toBe(true);
  });

  test('Are no longer limited by what was sent while the clock was a day ahead', async () => {
    const wrong = await createTestApp();
    const [ana, rui] = [await createPerson(wrong, 'seller'), await createPerson(wrong, 'buyer')];
    const begun = await wrong.call('POST', '/conversations', { as: rui.token, body: { productId: await createListing(wrong, ana) } });
    const conversation = await findConversation(wrong.services.db, rui.id, (begun.body as { _id: string })._id);
    if (!conversation) throw new Error('there is no conversation');
    const one = { userId: rui.id, text: 'Hello?', photos: [], images: { kind: 'disk' as const }, budget: { burst: 2, perMinute: 2 } };
    const sendOne = () => sendMessage(wrong.services, conversation, { ...one, clientId: crypto.randomUUID() });
    wrong.clock.advance(days(1));
    await sendOne();
    wrong.clock.advance(-days(1));
    for (let count = 0; count < 3; count += 1) {
      wrong.clock.advance(minutes(1));
      expect((await sendOne()).isNew).toBe(true);
    }
    await wrong.close();
  });
});

describe('Somebody who hasn’t read a message', () => {
  const mailsAbout = async (person: Person, id: string) => (await mailsTo(shop, person.email)).filter(({ link }) => link?.endsWith(id));
  const sweep = async (afterMs: number) => {
    shop.clock.advance(afterMs);
    await sweepUnread(shop.services);
  };

  test('Gets one email after five minutes, and another only once they have read', async () => {
    const id = await begin();
    await send(buyer, id, 'A secret');
    await sweep(minutes(5) - 1);
    expect(await mailsAbout(seller, id)).toEqual([]);
    await send(buyer, id, 'Another');
    await sweep(1);
    expect(await mailsAbout(seller, id)).toMatchObject([
      { kind: 'message_unread', link: `/dashboard/messages/${id}`, text: expect.stringContaining('2 unread messages') },
    ]);
    expect(JSON.stringify(await mailsAbout(seller, id))).not.toContain('A secret');
    await send(buyer, id, 'A third');
    await sweep(minutes(10));
    expect(await mailsAbout(seller, id)).toHaveLength(1);
    await call(seller, 'POST', `/conversations/${id}/read`, { number: 3 });
    await send(buyer, id, 'A fourth');
    await Promise.all([sweep(minutes(5)), sweep(0)]);
    expect(await mailsAbout(seller, id)).toHaveLength(2);
    expect(await mailsAbout(buyer, id)).toEqual([]);
  });

  test('Gets one about a message that came while they read the one before', async () => {
    const id = await begin();
    for (const text of ['Hello?', 'Is it still there?']) await send(buyer, id, text);
    await call(seller, 'POST', `/conversations/${id}/read`, { number: 1 });
    expect((await see(seller, id)).unread).toBe(1);
    await sweep(minutes(5));
    expect(await mailsAbout(seller, id)).toMatchObject([{ text: expect.stringContaining('an unread message') }]);
  });

  test('Gets none when they read in time or muted the conversation, which then isn’t counted', async () => {
    const [read1, muted] = [await begin(), await begin()];
    for (const id of [read1, muted]) await send(buyer, id, 'Hello?');
    await call(seller, 'POST', `/conversations/${read1}/read`, { number: 1 });
    const before = await unread(seller);
    expect((await call(seller, 'PUT', `/conversations/${muted}/mute`, { muted: true })).body).toMatchObject({ modifiedCount: 1 });
    expect([await unread(seller), (await see(seller, muted)).muted]).toEqual([before - 1, true]);
    await send(buyer, muted, 'Hello??');
    await sweep(minutes(6));
    expect([await mailsAbout(seller, read1), await mailsAbout(seller, muted)]).toEqual([[], []]);
    await call(seller, 'PUT', `/conversations/${muted}/mute`, { muted: false });
    await send(buyer, muted, 'Hello???');
    await sweep(minutes(6));
    expect(await mailsAbout(seller, muted)).toHaveLength(1);
  });
});

describe('Somebody who blocked the other side', () => {
  test('Gets no email about what they had written, and their messages aren’t counted as unread', async () => {
    const [ana, rui, eve] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const [first, second, other] = [await begin(await phone(ana), rui), await begin(await phone(ana), rui), await begin(await phone(ana), eve)];
    for (const id of [first, second]) await send(rui, id, 'You fool');
    await send(eve, other, 'Hello?');
    expect(await unread(ana)).toBe(3);
    await call(ana, 'PUT', `/conversations/${first}/block`, { blocked: true });
    expect(await unread(ana)).toBe(1);
    shop.clock.advance(minutes(6));
    await sweepUnread(shop.services);
    const about = (await mailsTo(shop, ana.email)).flatMap(({ kind, link }) => (kind === 'message_unread' ? [link] : []));
    expect(about).toEqual([`/dashboard/messages/${other}`]);
  });

  test('Gets nothing from them in any conversation until they unblock them, and the other isn’t told why', async () => {
    const [ana, rui] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    const [first, second, third] = [await begin(await phone(ana), rui), await begin(await phone(ana), rui), await phone(ana)];
    expect((await call(ana, 'PUT', `/conversations/${first}/block`, { blocked: true })).body).toMatchObject({ modifiedCount: 1 });
    expect((await call(ana, 'PUT', `/conversations/${first}/block`, { blocked: true })).body).toMatchObject({ modifiedCount: 0 });
    const neutral = { status: 403, body: { message: 'Your message can’t be delivered.' } };
    for (const id of [first, second]) expect(await send(rui, id, 'Hello?')).toMatchObject(neutral);
    expect(await open(rui, third)).toMatchObject(neutral);
    expect(await see(rui, first)).toMatchObject({ blocked: false, closed: null });
    expect(await see(ana, first)).toMatchObject({ blocked: true, closed: 'blocked' });
    expect((await send(ana, second, 'Hello?')).status).toBe(403);
    await call(ana, 'PUT', `/conversations/${first}/block`, { blocked: false });
    expect((await send(rui, second, 'Hello?')).status).toBe(201);
  });
});

describe('Somebody who leaves', () => {
  test('Gets and sends no more messages; theirs lose text and name, the other side’s stay', async () => {
    const [ana, rui] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer', { name: 'Rui Costa' })];
    const id = await begin(await phone(ana), rui);
    await send(rui, id, 'My secret plan');
    await send(ana, id, 'My answer');
    const before = await call(rui, 'GET', '/personalData');
    expect(JSON.stringify(before.body)).toContain('My secret plan');
    expect(JSON.stringify(before.body)).not.toContain('My answer');
    const left = await call(rui, 'DELETE', `/personalData?email=${encodeURIComponent(rui.email)}`);
    expect(left.status).toBe(200);
    expect(await read(ana, id)).toMatchObject([{ text: 'My answer' }, { text: null, by: 'buyer' }]);
    expect(await see(ana, id)).toMatchObject({ otherName: null, closed: 'left' });
    expect(await send(ana, id, 'Hello?')).toMatchObject({ status: 403, body: { message: 'This person has left the shop, so you can’t write to them.' } });
    expect((await send(rui, id, 'Still here.')).status).toBe(401);
  });
});
