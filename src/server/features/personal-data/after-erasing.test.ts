import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';
import { NotSignedInError } from '../../errors.ts';
import { reportConversation } from '../conversation-reports/commands.ts';
import { blockPerson } from '../conversations/block-commands.ts';
import { openConversation } from '../conversations/commands.ts';
import { answerDecision } from '../decisions/answer-commands.ts';
import { beginUpload } from '../images/uploads.ts';
import { giveCode as giveTestCode } from '../phone-tests/commands.ts';
import { giveCode } from '../proof-of-possession/commands.ts';
import { addDevice } from '../push/commands.ts';
import { reportListing } from '../reports/commands.ts';
import { reportReview } from '../reviews/commands.ts';
import { savePhones } from '../saved/commands.ts';
import { saveDraft } from '../selling/drafts/commands.ts';
import { beginImport } from '../selling/imports/commands.ts';

let shop: TestApp;
let seller: Person;
let gone: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, gone] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
});
afterAll(() => shop.close());

test('A request that was let in before its person deleted their account stores nothing of them afterwards', async () => {
  const { db, images } = shop.services;
  const [listingId, now, userId] = [await createListing(shop, seller), shop.clock.now(), gone.id];
  expect((await shop.call('DELETE', `/personalData?email=${gone.email}`, { as: gone.token })).status).toBe(200);
  const conversation = { conversation_id: 'c', reason: 'Threats.', last_number: 1 };
  const requests: [what: string, run: () => Promise<unknown>][] = [
    ['saves a phone', () => savePhones(shop.services, userId, [listingId])],
    ['adds a device', () => addDevice(db, { userId, sessionId: 's', endpoint: 'https://push.example', p256dh: 'p', auth: 'a', device: 'Phone', now })],
    ['saves a draft', () => saveDraft(db, images, { id: 'd', sellerId: userId, revision: 0, content: { photos: [] } as never, now })],
    ['sends a file of phones', () => beginImport(db, { sellerId: userId, fileName: 'phones.csv', origin: '', now })],
    ['begins an upload', () => beginUpload(db, { userId, size: 10, now }, 5)],
    ['asks for a code', () => giveCode(db, { sellerId: userId, listingId: null, now, most: 5 })],
    ['asks for a code of a phone test', () => giveTestCode(db, { ownerId: userId, listingId: null, orderId: null, now })],
    ['reports a listing', () => reportListing(db, { listingId, reporterId: userId, note: 'Mine.' }, now)],
    ['reports a review', () => reportReview(db, { id: 'r', reporterId: userId, reason: 'Untrue.', now })],
    ['begins a conversation', () => openConversation(shop.services, { userId, listingId, buyerId: userId, sellerId: seller.id }, { isLimited: false })],
    ['blocks somebody', () => blockPerson(shop.services, { blockerId: userId, blockedId: seller.id })],
    ['reports a conversation', () => reportConversation(db, { ...conversation, reporter_id: userId, reported_id: seller.id, side: 'buyer' }, now)],
    ['answers a decision', () => answerDecision(db, { decision_id: 'd', author_id: userId, written_as: 'seller', body: 'It’s mine.' }, now)],
  ];
  for (const [what, run] of requests) await expect(run(), what).rejects.toThrow(NotSignedInError);
});
