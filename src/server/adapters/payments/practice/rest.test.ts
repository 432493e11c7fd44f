import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYS, openPracticeShop, type PracticeShop, SHOP } from '#test/support/doubles/practice-cards.ts';
import { cardFields } from '#test/support/world/values.ts';

let shop: PracticeShop;
beforeAll(async () => {
  shop = await openPracticeShop();
});
afterAll(() => shop.close());

const NEW = { amount: '5000', currency: 'usd' };

describe('Authentication', () => {
  it.each([null, 'sk_test_wrong', KEYS.secretKey.slice(0, -1)])('Refuses the key %j', async (key) => {
    const { status, body } = await shop.post('/payment_intents', NEW, { key });
    expect(status).toBe(401);
    expect(body.error?.type).toBe('invalid_request_error');
  });

  it('Accepts the secret key as a basic user name, too', async () => {
    const authorization = `Basic ${Buffer.from(`${KEYS.secretKey}:`).toString('base64')}`;
    expect((await shop.post('/payment_intents', NEW, { key: null, headers: { authorization } })).status).toBe(200);
  });

  it('Accepts a browser’s key from the form', async () => {
    const intent = await shop.newIntent();
    const { status } = await shop.confirm(intent, '4242424242424242', { key: KEYS.publishableKey }, { key: null });
    expect(status).toBe(200);
  });

  it('The publishable key can’t create, list, cancel or refund', async () => {
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

  it('A browser reads an intent by its client secret only, without the shop’s notes', async () => {
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

describe('Hostile requests', () => {
  it.each([
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: '0', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '-5', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '1.5', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '1e3', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '99999999999999999', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '49', currency: 'usd' }, 'amount_too_small', 'amount'],
    [{ amount: '100000000', currency: 'usd' }, 'amount_too_large', 'amount'],
    [{ amount: '5000', currency: 'dollars' }, 'parameter_invalid', 'currency'],
    [{ ...NEW, surprise: '1' }, 'parameter_unknown', 'surprise'],
    [{ ...NEW, 'payment_method_types[]': 'sepa_debit' }, 'parameter_invalid', 'payment_method_types'],
    [{ ...NEW, 'metadata[note]': 'x'.repeat(501) }, 'parameter_invalid', 'metadata'],
  ])('Refuses %j as %s', async (form, code, param) => {
    const { status, body } = await shop.post('/payment_intents', form);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code, param });
  });

  it.each([
    'metadata=a&metadata[b]=c',
    '[]=1',
    'a[b][c][d][e][f]=1',
    'amount=5000&currency=usd&metadata[x]=%00',
    new URLSearchParams(Array.from({ length: 400 }, (_, index) => [`metadata[${index}]`, 'x'])).toString(),
  ])('Refuses the form %.40s…', async (body) => {
    const headers = { authorization: `Bearer ${KEYS.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await shop.handle(new Request(`${SHOP}/practice-cards/v1/payment_intents`, { method: 'POST', headers, body }));
    expect(response.status).toBe(400);
  });

  it('Treats metadata named like a built-in property as text', async () => {
    const { body } = await shop.post('/payment_intents', { ...NEW, 'metadata[__proto__]': 'x', 'metadata[constructor]': 'y' });
    expect(body.metadata).toMatchObject({ constructor: 'y' });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('Refuses a JSON body, a large body and an unknown call in Stripe’s shape', async () => {
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
  ])('Refuses the return address %s', async (returnUrl) => {
    const { status, body } = await shop.confirm(await shop.newIntent(), '4000002500003155', { return_url: returnUrl });
    expect(status).toBe(400);
    expect(body.error?.param).toBe('return_url');
  });

  it('Refuses a confirmation without a card, or with anything but a card', async () => {
    const intent = await shop.newIntent();
    const path = `/payment_intents/${intent.id}/confirm`;
    expect((await shop.post(path, {})).body.error).toMatchObject({ code: 'parameter_missing', param: 'payment_method_data' });
    expect((await shop.post(path, { ...cardFields('4242424242424242'), 'payment_method_data[type]': 'sofort' })).status).toBe(400);
    expect((await shop.post(path, { payment_method: 'pm_unknown' })).status).toBe(404);
    expect((await shop.post('/payment_intents/pi_unknown/confirm', cardFields('4242424242424242'))).body.error?.code).toBe('resource_missing');
  });
});
