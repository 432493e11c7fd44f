import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPracticeShop, type PracticeShop } from '#test/support/doubles/practice-cards.ts';

let shop: PracticeShop;
beforeAll(async () => {
  shop = await openPracticeShop();
});
afterAll(() => shop.close());

describe('The lifecycle of an intent', () => {
  it('Charges once when two confirmations arrive at the same moment', async () => {
    const intent = await shop.newIntent();
    const replies = await Promise.all([1, 2, 3].map(() => shop.confirm(intent, '4242424242424242')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const late = replies.find(({ status }) => status === 400);
    expect(late?.body.error).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } });
    const events = await shop.database.db.selectFrom('practice_events').select('body').where('type', '=', 'payment_intent.succeeded').execute();
    expect(events.filter(({ body }) => body.includes(intent.id))).toHaveLength(1);
  });

  it('Either pays or cancels when both are requested at once', async () => {
    const intent = await shop.newIntent();
    const [paid, canceled] = await Promise.all([shop.confirm(intent, '4242424242424242'), shop.post(`/payment_intents/${intent.id}/cancel`, {})]);
    expect([paid.status, canceled.status].sort()).toEqual([200, 400]);
  });

  it('Neither confirms nor cancels a paid intent again', async () => {
    const intent = await shop.newIntent();
    await shop.confirm(intent, '4242424242424242');
    expect((await shop.confirm(intent, '4000000000000002')).body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect((await shop.post(`/payment_intents/${intent.id}/cancel`, {})).status).toBe(400);
    expect((await shop.payments.findIntent(intent.id))?.status).toBe('succeeded');
  });

  it('Refunds in parts, and never more than was paid', async () => {
    const intent = await shop.newIntent();
    await shop.confirm(intent, '4242424242424242');
    const part = await shop.post('/refunds', { payment_intent: intent.id, amount: '4000' });
    expect(part.body).toMatchObject({ object: 'refund', amount: 4000, status: 'succeeded', payment_intent: intent.id });
    expect((await shop.post('/refunds', { payment_intent: intent.id, amount: '6001' })).status).toBe(400);
    expect((await shop.post('/refunds', { payment_intent: intent.id })).body.amount).toBe(6000);
    expect((await shop.post('/refunds', { payment_intent: intent.id })).body.error).toMatchObject({ code: 'charge_already_refunded' });
    expect((await shop.get(`/refunds/${part.body.id}`)).body).toEqual(part.body);
  });

  it('Lists intents and refunds newest first, page by page', async () => {
    const made: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      shop.clock.advance(1000);
      made.unshift((await shop.newIntent()).id);
    }
    const ids = (body: Record<string, unknown>) => (body.data as { id: string }[]).map(({ id }) => id);
    const first = (await shop.get('/payment_intents?limit=2')).body;
    expect(first).toMatchObject({ object: 'list', has_more: true });
    expect(ids(first)).toEqual(made.slice(0, 2));
    expect(ids((await shop.get(`/payment_intents?limit=1&starting_after=${made[1]}`)).body)).toEqual([made[2]]);
    expect((await shop.get('/refunds?limit=1')).body).toMatchObject({ has_more: true });
    expect((await shop.get('/payment_intents?starting_after=pi_unknown')).status).toBe(404);
  });
});
