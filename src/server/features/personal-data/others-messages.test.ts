import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailboxMail } from '#contract/mail.ts';
import type { Notification } from '#contract/notifications.ts';
import { createTestApp, mailsTo, sendMails, type TestApp } from '#test/support/app.ts';
import { beginPayment, completeOrder, createListing, createOrder, createPerson, type Person, payWithCard, reportPaid } from '#test/support/world/world.ts';

let shop: TestApp;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

/** Awkward names, places and numbers that a hostile or unlucky person may have. */
const WORDS = [
  'paid',
  'booked',
  '$249.50',
  '$289.00',
  'a',
  'e',
  '😀',
  'سلمى',
  '\u202eevil',
  '.*',
  '(?:)',
  '$&',
  '$1',
  '{0}',
  '{1}{2}',
  'Galaxy S21',
  'your',
  'Olga Other',
  'Deleted account',
  '(deleted)',
  'undefined',
  '__proto__',
  '"',
  '\\',
  '%',
  '_',
  '<b>',
  'null',
];
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }));
const typed = word.map((text) => text.trim() || 'x').filter((text) => !text.includes('\0'));
const person = fc.record({ name: typed, phone: typed, place: typed, model: typed, reason: typed });

async function notificationsOf({ token }: Person) {
  return ((await shop.call('GET', '/notifications', { as: token })).body as Notification[]).map(({ subject, text }) => [subject, text]);
}

async function mailsOf({ email }: Person) {
  const stored = ((await shop.call('GET', '/mailbox')).body as MailboxMail[]).filter(({ to }) => to === email);
  return [...(await mailsTo(shop, email)).map(({ subject, text }) => [subject, text]), ...stored.map(({ subject, text }) => [subject, text])];
}

type Buying = { buyer: Person; phone: string; place: string; listingId: string; price?: number };

async function buy({ buyer, phone, place, listingId, price = 289 }: Buying): Promise<string> {
  const booked = await shop.call('POST', '/bookings', { as: buyer.token, body: { productId: listingId, phone, meeting_location: place } });
  const orderId = (booked.body as { insertedId: string }).insertedId;
  const clientSecret = await beginPayment(shop, buyer, orderId, price);
  await payWithCard(shop, clientSecret);
  await reportPaid(shop, buyer, { listingId, orderId, clientSecret });
  return orderId;
}

type Case = { name: string; phone: string; place: string; model: string; reason: string };

/** The sentences that named the person, and their text afterwards. */
function rewritten({ name, phone, place, model }: { name: string; phone: string; place: string; model: string }): [string, string][] {
  return [
    [
      `${name} bought your ${model} for $289.00. Call ${phone} to arrange the meeting. They suggest this place: ${place}.`,
      `Deleted account bought your ${model} for $289.00. Call (deleted) to arrange the meeting. They suggest this place: (deleted).`,
    ],
    [`${name} booked your ${model} for $289.00.`, `Deleted account booked your ${model} for $289.00.`],
  ];
}

test('Erases a person from messages to others without changing another character, whatever anybody is called', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(person, async ({ name, phone, place, model, reason }) => {
      const seller = await createPerson(shop, 'seller', { name: 'Selma Seller' });
      const other = await createPerson(shop, 'buyer', { name: 'Olga Other' });
      const buyer = await createPerson(shop, 'buyer', { name });
      const list = (price = 289) => createListing(shop, seller, { model_name: model, resale_price: `${price}` });
      const stored = await shop.services.db
        .selectFrom('listings')
        .select('model_name')
        .where('id', '=', await list())
        .executeTakeFirstOrThrow();
      await buy({ buyer, phone, place, listingId: await list() });
      const contested = await list();
      await createOrder(shop, buyer, contested);
      // The price tells it apart as another's, even if both have the same name.
      const sold = await buy({ buyer: other, phone, place, listingId: await list(290), price: 290 });
      const refund = await shop.call('POST', `/orders/${sold}/refund`, { as: admin.token, body: { reason: `It was ${reason}`, relist: true } });
      expect(refund.status).toBe(200);
      await shop.call('DELETE', `/products/${contested}`, { as: seller.token });
      const order = await shop.services.db
        .selectFrom('orders')
        .selectAll()
        .where('buyer_id', '=', buyer.id)
        .where('state', '=', 'paid')
        .executeTakeFirstOrThrow();
      // So that the buyer can delete their account.
      await completeOrder(shop, order.id);
      await sendMails(shop);
      const sentences = rewritten({ name, phone: order.phone, place: order.meeting_location, model: stored.model_name });
      const invisible = /\u200b|[\u202a-\u202e\u2066-\u2069]/gu;
      const before = await Promise.all([seller, other, admin].flatMap((person) => [notificationsOf(person), mailsOf(person)]));
      const left = await shop.call('DELETE', `/personalData?email=${encodeURIComponent(buyer.email)}`, { as: buyer.token });
      expect(left.status).toBe(200);
      const after = await Promise.all([seller, other, admin].flatMap((person) => [notificationsOf(person), mailsOf(person)]));

      let named = 0;
      const plain = (text: string) => text.replace(invisible, '');
      const oneLine = (text: string) => plain(text).replace(/\s+/gu, ' ');
      const withoutPerson = (text: string) => {
        const found = sentences.find(([sentence]) => oneLine(text).startsWith(oneLine(sentence)));
        if (!found) return oneLine(text);
        named += 1;
        return oneLine(found[1]) + oneLine(text).slice(oneLine(found[0]).length);
      };
      expect(after.map((one) => one.map(([subject, text]) => [plain(subject ?? ''), oneLine(text ?? '')]))).toEqual(
        before.map((one) => one.map(([subject, text]) => [plain(subject ?? ''), withoutPerson(text ?? '')])),
      );
      // A notification with its email in the outbox and in the mailbox, and two bookings in both.
      expect(named).toBeGreaterThanOrEqual(5);
    }),
    { numRuns: 20, examples: WORDS.slice(0, 12).map((text): [Case] => [{ name: text, phone: text, place: 'paid', model: 'Galaxy S21', reason: text }]) },
  );
});
