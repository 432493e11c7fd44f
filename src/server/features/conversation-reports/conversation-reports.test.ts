import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportedConversation } from '#contract/conversation-reports.ts';
import type { OwnDecision } from '#contract/decisions.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer, admin] = [
    await createPerson(shop, 'seller', { name: 'Ana Silva' }),
    await createPerson(shop, 'buyer', { name: 'Rui Costa' }),
    await createPerson(shop, 'admin'),
  ];
}, 120_000);
afterAll(() => shop.close());

const send = (as: Person, id: string, text: string) =>
  shop.call('POST', `/conversations/${id}/messages`, { as: as.token, body: { clientId: crypto.randomUUID(), text } });
const report = (as: Person, id: string, reason: string) => shop.call('POST', `/conversations/${id}/reports`, { as: as.token, body: { reason } });
const queue = async (query = '') => (await shop.call('GET', `/reportedConversations${query}`, { as: admin.token })).body as ReportedConversation[];
const decide = (id: string, decision: string) =>
  shop.call('POST', `/reportedConversations/${id}/decision`, { as: admin.token, body: { decision, reason: 'keep payments in the shop' } });

const decisionsOf = async (person: Person) => (await shop.call('GET', '/myDecisions', { as: person.token })).body as OwnDecision[];

async function begin(): Promise<string> {
  const { body } = await shop.call('POST', '/conversations', { as: buyer.token, body: { productId: await createListing(shop, seller) } });
  return (body as { _id: string })._id;
}

describe('Reporting a conversation', () => {
  test('Shows the admins its last messages as they were written, up to the report', async () => {
    const id = await begin();
    for (const text of ['Is it available?', 'Pay me at evil@example.test first.']) await send(text.startsWith('Is') ? buyer : seller, id, text);
    expect((await report(buyer, id, 'Asks me to pay elsewhere.')).status).toBe(201);
    await send(seller, id, 'Written later.');
    expect(await report(buyer, id, 'Again.')).toMatchObject({ status: 200, body: { acknowledged: true } });
    const [reported] = await queue();
    expect(reported).toMatchObject({
      by: 'buyer',
      reason: 'Asks me to pay elsewhere.',
      buyer: { _id: buyer.id, name: 'Rui Costa' },
      seller: { _id: seller.id },
      productState: 'available',
      messages: [
        { by: 'buyer', text: 'Is it available?' },
        { by: 'seller', text: 'Pay me at evil@example.test first.' },
      ],
    });
    expect((await shop.call('DELETE', `/products/${reported?.productId}`, { as: seller.token })).status).toBe(200);
    expect(await queue('?search=elsewhere')).toMatchObject([{ productState: 'removed' }]);
    expect(await queue('?search=somewhere')).toEqual([]);
    expect((await decide(reported?._id ?? '', 'dismiss')).body).toMatchObject({ modifiedCount: 1 });
    expect(await queue()).toEqual([]);
  });

  test('Is possible for both sides, and a warning tells whoever was reported once, though two admins decide', async () => {
    const id = await begin();
    await send(buyer, id, 'Hello.');
    await report(buyer, id, 'By the buyer.');
    await report(seller, id, 'By the seller.');
    const [ofSeller, ofBuyer] = await queue('?sort=newest');
    expect([ofSeller?.by, ofBuyer?.by]).toEqual(['seller', 'buyer']);
    const outcomes = await Promise.all([decide(ofBuyer?._id ?? '', 'warn'), decide(ofBuyer?._id ?? '', 'dismiss')]);
    expect(outcomes.map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([0, 1]);
    await decide(ofSeller?._id ?? '', 'warn');
    const warnings = async (person: Person) => (await mailsTo(shop, person.email)).filter(({ kind }) => kind === 'messages_warned');
    const text = expect.stringMatching(/“keep payments in the shop” If it happens again, we may close your account\. If you disagree, you can appeal once/u);
    expect(await warnings(buyer)).toMatchObject([{ text, link: '/dashboard/decisions' }]);
    expect((await mailsTo(shop, seller.email)).filter(({ kind }) => kind === 'report_decided')).toHaveLength(1);
    // Once it is decided, it can be reported again.
    expect((await report(seller, id, 'He goes on.')).status).toBe(201);
  });

  test('Puts a warning on the page of decisions of whoever wrote, of either side, who can appeal, and an admin can withdraw it', async () => {
    const others = await createPerson(shop, 'buyer');
    const [warnedBuyer, warnedSeller] = [await begin(), await begin()];
    await send(buyer, warnedBuyer, 'Hello.');
    await report(seller, warnedBuyer, 'By the seller.');
    await report(buyer, warnedSeller, 'By the buyer.');
    for (const { _id } of await queue()) await decide(_id, 'warn');
    for (const [person, conversationId] of [
      [buyer, warnedBuyer],
      [seller, warnedSeller],
    ] as const) {
      const decision = (await decisionsOf(person)).find((one) => one.conversationId === conversationId);
      expect(decision).toMatchObject({ kind: 'warning', as: 'seller', reason: 'keep payments in the shop', undoneAt: null, answer: null });
      const path = `/myDecisions/${decision?._id}/answer`;
      expect((await shop.call('POST', path, { as: others.token, body: { text: 'Not mine.' } })).status).toBe(404);
      const answer = await shop.call('POST', path, { as: person.token, body: { text: 'I was joking.' } });
      expect(answer.status).toBe(201);
      const { insertedId } = answer.body as { insertedId: string };
      await shop.call('POST', `/answers/${insertedId}/settle`, { as: admin.token, body: { reason: 'We see.' } });
      expect((await mailsTo(shop, person.email)).at(-1)?.subject).toBe('We’ve read your appeal about your messages');
      const undone = await shop.call('POST', `/decisions/${decision?._id}/undo`, { as: admin.token, body: { reason: 'It was a joke.' } });
      expect(undone).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
      expect(await decisionsOf(person)).toContainEqual(expect.objectContaining({ _id: decision?._id, undoneReason: 'It was a joke.' }));
      expect((await mailsTo(shop, person.email)).at(-1)).toMatchObject({ kind: 'warning_withdrawn' });
    }
    expect(await decisionsOf(others)).toEqual([]);
  });

  test('Ends in no warning of somebody who has left, and nobody is told that there was one', async () => {
    const [left, reporter] = [await createPerson(shop, 'buyer'), seller];
    const { body } = await shop.call('POST', '/conversations', { as: left.token, body: { productId: await createListing(shop, seller) } });
    const { _id: id } = body as { _id: string };
    await send(left, id, 'Hello.');
    await report(reporter, id, 'Threats.');
    const [reported] = await queue();
    expect((await shop.call('DELETE', `/personalData?email=${left.email}`, { as: left.token })).status).toBe(200);
    const decided = async () => (await mailsTo(shop, reporter.email)).filter(({ kind }) => kind === 'report_decided');
    const before = await decided();
    const message = expect.stringContaining('has left the shop');
    expect(await decide(reported?._id ?? '', 'warn')).toMatchObject({ status: 409, body: { message } });
    expect(await decided()).toEqual(before);
    expect((await decide(reported?._id ?? '', 'dismiss')).body).toMatchObject({ modifiedCount: 1 });
    expect(await decided()).toHaveLength(before.length + 1);
  });

  test('Is refused to others, without a reason, and to no one’s conversation', async () => {
    const id = await begin();
    const stranger = await createPerson(shop, 'buyer');
    expect((await report(stranger, id, 'Not mine.')).status).toBe(404);
    expect((await report(buyer, id, ' ')).status).toBe(422);
    expect((await report(buyer, id, 'x'.repeat(501))).status).toBe(422);
    expect((await decide(crypto.randomUUID(), 'warn')).status).toBe(404);
    expect((await shop.call('GET', '/reportedConversations', { as: buyer.token })).status).toBe(403);
  });
});
