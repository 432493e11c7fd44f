import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardFields, KEYS, openPracticeShop, type PracticeShop, SHOP } from '#test/practice-cards.ts';

let shop: PracticeShop;
beforeAll(async () => {
  shop = await openPracticeShop();
});
afterAll(() => shop.close());

const NEW = { amount: '5000', currency: 'usd' };

describe('the published test cards', () => {
  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4000056655665556',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
    '3056930009020004',
    '36227206271667',
    '3566002020360505',
    '6200000000000005',
  ])('%s pays', async (number) => {
    const intent = await shop.newIntent();
    const reply = await shop.confirm(intent, number);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: intent.id, status: 'succeeded', last_payment_error: null, next_action: null });
    const { body } = await shop.get(`/payment_intents/${intent.id}`);
    expect(body).toMatchObject({ amount_received: 10_000, latest_charge: expect.stringMatching(/^ch_/u) });
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    ['4000000000000119', 'processing_error', 'processing_error', 'An error occurred while processing your card. Try again in a little bit.'],
  ])('%s is declined as %s, %s', async (number, code, declineCode, message) => {
    const intent = await shop.newIntent();
    const { status, body } = await shop.confirm(intent, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, decline_code: declineCode, message });
    expect(body.error?.payment_intent).toMatchObject({
      id: intent.id,
      status: 'requires_payment_method',
      last_payment_error: { code, decline_code: declineCode, message, type: 'card_error' },
    });
  });

  it.each([
    ['4242424242424241', {}, 'incorrect_number', 'number'],
    ['42424242', {}, 'invalid_number', 'number'],
    ['4242abcd42424242', {}, 'invalid_number', 'number'],
    ['4532015112830366', {}, 'card_declined', 'number'],
    ['4242424242424242', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
    ['4242424242424242', { 'payment_method_data[card][exp_month]': '5', 'payment_method_data[card][exp_year]': '26' }, 'invalid_expiry_month', 'exp_month'],
    ['4242424242424242', { 'payment_method_data[card][exp_year]': '2025' }, 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', { 'payment_method_data[card][exp_year]': 'soon' }, 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc', 'cvc'],
    ['4242424242424242', { 'payment_method_data[card][cvc]': '1234' }, 'invalid_cvc', 'cvc'],
  ])('%s with %j is refused as %s before any charge', async (number, more, code, param) => {
    const intent = await shop.newIntent();
    const { status, body } = await shop.confirm(intent, number, more);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, param });
    expect(await shop.payments.findIntent(intent.id)).toMatchObject({ status: 'requires_payment_method', lastError: null });
  });

  it('a card pays in the month that it expires, and takes a four-digit code on American Express', async () => {
    const june = { 'payment_method_data[card][exp_month]': '06', 'payment_method_data[card][exp_year]': '26' };
    expect((await shop.confirm(await shop.newIntent(), '4242424242424242', june)).status).toBe(200);
    expect((await shop.confirm(await shop.newIntent(), '378282246310005', { 'payment_method_data[card][cvc]': '1234' })).status).toBe(200);
  });

  it.each(['4000002500003155', '4000002760003184', '4000008400001629'])('%s asks for its bank first', async (number) => {
    const { status, body } = await shop.confirm(await shop.newIntent(), number, { return_url: '/back' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: `${SHOP}/back` } } });
  });

  it('a published name stands for a card, as with Stripe', async () => {
    const intent = await shop.newIntent();
    const { body } = await shop.post(`/payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_visa' });
    expect(body.status).toBe('succeeded');
  });
});

describe('the life of an intent', () => {
  it('charges once when two confirms arrive at the same moment', async () => {
    const intent = await shop.newIntent();
    const replies = await Promise.all([1, 2, 3].map(() => shop.confirm(intent, '4242424242424242')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const late = replies.find(({ status }) => status === 400);
    expect(late?.body.error).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } });
    const events = await shop.database.db.selectFrom('practice_events').select('body').where('type', '=', 'payment_intent.succeeded').execute();
    expect(events.filter(({ body }) => body.includes(intent.id))).toHaveLength(1);
  });

  it('either pays or is canceled when both are asked at once', async () => {
    const intent = await shop.newIntent();
    const [paid, canceled] = await Promise.all([shop.confirm(intent, '4242424242424242'), shop.post(`/payment_intents/${intent.id}/cancel`, {})]);
    expect([paid.status, canceled.status].sort()).toEqual([200, 400]);
  });

  it('a paid intent can be neither confirmed nor canceled again', async () => {
    const intent = await shop.newIntent();
    await shop.confirm(intent, '4242424242424242');
    expect((await shop.confirm(intent, '4000000000000002')).body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect((await shop.post(`/payment_intents/${intent.id}/cancel`, {})).status).toBe(400);
    expect((await shop.payments.findIntent(intent.id))?.status).toBe('succeeded');
  });

  it('refunds in parts, and never more than was paid', async () => {
    const intent = await shop.newIntent();
    await shop.confirm(intent, '4242424242424242');
    const part = await shop.post('/refunds', { payment_intent: intent.id, amount: '4000' });
    expect(part.body).toMatchObject({ object: 'refund', amount: 4000, status: 'succeeded', payment_intent: intent.id });
    expect((await shop.post('/refunds', { payment_intent: intent.id, amount: '6001' })).status).toBe(400);
    expect((await shop.post('/refunds', { payment_intent: intent.id })).body.amount).toBe(6000);
    expect((await shop.post('/refunds', { payment_intent: intent.id })).body.error).toMatchObject({ code: 'charge_already_refunded' });
    expect((await shop.get(`/refunds/${part.body.id}`)).body).toEqual(part.body);
  });

  it('lists intents and refunds newest first, page by page', async () => {
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

describe('idempotency keys', () => {
  it('the same request at the same moment makes one intent and one answer', async () => {
    const ask = () => shop.post('/payment_intents', NEW, { idempotencyKey: 'twice' });
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2);
  });

  it('another request under the same key is refused', async () => {
    await shop.post('/payment_intents', NEW, { idempotencyKey: 'other' });
    const { status, body } = await shop.post('/payment_intents', { ...NEW, amount: '1' }, { idempotencyKey: 'other' });
    expect(status).toBe(400);
    expect(body.error?.type).toBe('idempotency_error');
  });

  it('a decline is answered again, without another try', async () => {
    const intent = await shop.newIntent();
    const first = await shop.confirm(intent, '4000000000000002', {}, { idempotencyKey: 'declined' });
    const second = await shop.confirm(intent, '4000000000000002', {}, { idempotencyKey: 'declined' });
    expect(second.status).toBe(402);
    expect(second.body).toEqual(first.body);
  });

  it('a request that was refused as malformed may be mended under its key', async () => {
    expect((await shop.post('/payment_intents', { currency: 'usd' }, { idempotencyKey: 'mend' })).status).toBe(400);
    expect((await shop.post('/payment_intents', NEW, { idempotencyKey: 'mend' })).status).toBe(200);
  });

  it('a browser can use up no key of the shop', async () => {
    await shop.confirm(await shop.newIntent(), '4242424242424242', {}, { idempotencyKey: 'shared' });
    expect((await shop.post('/payment_intents', NEW, { idempotencyKey: 'shared' })).status).toBe(200);
  });
});

describe('who may ask', () => {
  it.each([null, 'sk_test_wrong', KEYS.secretKey.slice(0, -1)])('the key %j opens nothing', async (key) => {
    const { status, body } = await shop.post('/payment_intents', NEW, { key });
    expect(status).toBe(401);
    expect(body.error?.type).toBe('invalid_request_error');
  });

  it('takes the secret key as a basic user name too', async () => {
    const authorization = `Basic ${Buffer.from(`${KEYS.secretKey}:`).toString('base64')}`;
    expect((await shop.post('/payment_intents', NEW, { key: null, headers: { authorization } })).status).toBe(200);
  });

  it('takes a browser’s key from the form', async () => {
    const intent = await shop.newIntent();
    const { status } = await shop.confirm(intent, '4242424242424242', { key: KEYS.publishableKey }, { key: null });
    expect(status).toBe(200);
  });

  it('the publishable key neither makes, lists, cancels nor refunds', async () => {
    const key = KEYS.publishableKey;
    const intent = await shop.newIntent();
    const replies = [
      await shop.post('/payment_intents', NEW, { key }),
      await shop.get('/payment_intents', { key }),
      await shop.post(`/payment_intents/${intent.id}/cancel`, { client_secret: intent.clientSecret }, { key }),
      await shop.post('/refunds', { payment_intent: intent.id }, { key }),
    ];
    for (const { status, body } of replies) expect({ status, code: body.error?.code }).toEqual({ status: 401, code: 'secret_key_required' });
  });

  it('a browser sees an intent by its client secret only, without what the shop noted', async () => {
    const intent = await shop.newIntent();
    const other = await shop.newIntent();
    const key = KEYS.publishableKey;
    const seen = await shop.get(`/payment_intents/${intent.id}?client_secret=${intent.clientSecret}`, { key });
    expect(seen.body).toMatchObject({ id: intent.id, amount: 10_000 });
    expect(seen.body).not.toHaveProperty('metadata');
    expect((await shop.get(`/payment_intents/${intent.id}?client_secret=${other.clientSecret}`, { key })).status).toBe(404);
    expect((await shop.get(`/payment_intents/${intent.id}`, { key })).status).toBe(400);
    expect((await shop.confirm({ ...intent, clientSecret: other.clientSecret }, '4242424242424242')).status).toBe(404);
  });
});

describe('hostile requests', () => {
  it.each([
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: '0', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '-5', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '1.5', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '1e3', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '99999999999999999', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '5', currency: 'dollars' }, 'parameter_invalid', 'currency'],
    [{ ...NEW, surprise: '1' }, 'parameter_unknown', 'surprise'],
    [{ ...NEW, 'payment_method_types[]': 'sepa_debit' }, 'parameter_invalid', 'payment_method_types'],
    [{ ...NEW, 'metadata[note]': 'x'.repeat(501) }, 'parameter_invalid', 'metadata'],
  ])('%j is refused as %s', async (form, code, param) => {
    const { status, body } = await shop.post('/payment_intents', form);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code, param });
  });

  it.each([
    'metadata=a&metadata[b]=c',
    '[]=1',
    'a[b][c][d][e][f]=1',
    'amount=5&currency=usd&metadata[x]=%00',
    new URLSearchParams(Array.from({ length: 400 }, (_, index) => [`metadata[${index}]`, 'x'])).toString(),
  ])('the form %.40s… is refused', async (body) => {
    const headers = { authorization: `Bearer ${KEYS.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await shop.handle(new Request(`${SHOP}/practice-cards/v1/payment_intents`, { method: 'POST', headers, body }));
    expect(response.status).toBe(400);
  });

  it('metadata named like a part of every object is kept as text', async () => {
    const { body } = await shop.post('/payment_intents', { ...NEW, 'metadata[__proto__]': 'x', 'metadata[constructor]': 'y' });
    expect(body.metadata).toMatchObject({ constructor: 'y' });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('a JSON body, a large body and an unknown call are refused in Stripe’s shape', async () => {
    const send = (path: string, body: string, type: string) =>
      shop.handle(
        new Request(`${SHOP}/practice-cards/v1${path}`, { method: 'POST', headers: { authorization: `Bearer ${KEYS.secretKey}`, 'content-type': type }, body }),
      );
    expect((await send('/payment_intents', '{}', 'application/json')).status).toBe(400);
    expect((await send('/payment_intents', 'a'.repeat(70_000), 'application/x-www-form-urlencoded')).status).toBe(413);
    const unknown = await send('/charges', '', 'application/x-www-form-urlencoded');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'http://shop.test.evil.example/',
    'javascript:alert(1)',
    `${SHOP}//evil.example`,
    'http://user@shop.test/',
    'http://',
  ])('the return address %s is refused', async (returnUrl) => {
    const { status, body } = await shop.confirm(await shop.newIntent(), '4000002500003155', { return_url: returnUrl });
    expect(status).toBe(400);
    expect(body.error?.param).toBe('return_url');
  });

  it('a confirmation without a card, or with something else than one, is refused', async () => {
    const intent = await shop.newIntent();
    const path = `/payment_intents/${intent.id}/confirm`;
    expect((await shop.post(path, {})).body.error).toMatchObject({ code: 'parameter_missing', param: 'payment_method_data' });
    expect((await shop.post(path, { ...cardFields('4242424242424242'), 'payment_method_data[type]': 'sofort' })).status).toBe(400);
    expect((await shop.post(path, { payment_method: 'pm_unknown' })).status).toBe(404);
    expect((await shop.post('/payment_intents/pi_unknown/confirm', cardFields('4242424242424242'))).body.error?.code).toBe('resource_missing');
  });
});
