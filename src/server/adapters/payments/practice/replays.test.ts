import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPracticeShop, type PracticeShop } from '#test/support/doubles/practice-cards.ts';

let shop: PracticeShop;
beforeAll(async () => {
  shop = await openPracticeShop();
});
afterAll(() => shop.close());

const NEW = { amount: '5000', currency: 'usd' };

describe('Idempotency keys', () => {
  it('Two identical requests at the same moment create one intent and get the same reply', async () => {
    const ask = () => shop.post('/payment_intents', NEW, { idempotencyKey: 'twice' });
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2);
  });

  it('Refuses another request under the same key', async () => {
    await shop.post('/payment_intents', NEW, { idempotencyKey: 'other' });
    const { status, body } = await shop.post('/payment_intents', { ...NEW, amount: '1' }, { idempotencyKey: 'other' });
    expect(status).toBe(400);
    expect(body.error?.type).toBe('idempotency_error');
  });

  it('Repeats a decline without another charge attempt', async () => {
    const intent = await shop.newIntent();
    const first = await shop.confirm(intent, '4000000000000002', {}, { idempotencyKey: 'declined' });
    const second = await shop.confirm(intent, '4000000000000002', {}, { idempotencyKey: 'declined' });
    expect(second.status).toBe(402);
    expect(second.body).toEqual(first.body);
  });

  it('A malformed request may be corrected under its key', async () => {
    expect((await shop.post('/payment_intents', { currency: 'usd' }, { idempotencyKey: 'mend' })).status).toBe(400);
    expect((await shop.post('/payment_intents', NEW, { idempotencyKey: 'mend' })).status).toBe(200);
  });

  it('A browser can’t use up the shop’s keys', async () => {
    await shop.confirm(await shop.newIntent(), '4242424242424242', {}, { idempotencyKey: 'shared' });
    expect((await shop.post('/payment_intents', NEW, { idempotencyKey: 'shared' })).status).toBe(200);
  });
});
