import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPracticeShop, type PracticeShop, SHOP } from '#test/support/doubles/practice-cards.ts';

let shop: PracticeShop;
beforeAll(async () => {
  shop = await openPracticeShop();
});
afterAll(() => shop.close());

describe('Published test cards', () => {
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
  ])('The card %s pays', async (number) => {
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
  ])('The card %s is declined as %s, %s', async (number, code, declineCode, message) => {
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
  ])('The card %s with %j is refused as %s before any charge', async (number, more, code, param) => {
    const intent = await shop.newIntent();
    const { status, body } = await shop.confirm(intent, number, more);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, param });
    expect(await shop.payments.findIntent(intent.id)).toMatchObject({ status: 'requires_payment_method', lastError: null });
  });

  it('A card pays in the month that it expires, and American Express takes four-digit codes', async () => {
    const june = { 'payment_method_data[card][exp_month]': '06', 'payment_method_data[card][exp_year]': '26' };
    expect((await shop.confirm(await shop.newIntent(), '4242424242424242', june)).status).toBe(200);
    expect((await shop.confirm(await shop.newIntent(), '378282246310005', { 'payment_method_data[card][cvc]': '1234' })).status).toBe(200);
  });

  it.each(['4000002500003155', '4000002760003184', '4000008400001629'])('The card %s asks for its bank first', async (number) => {
    const { status, body } = await shop.confirm(await shop.newIntent(), number, { return_url: '/back' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: `${SHOP}/back` } } });
  });

  it('Accepts Stripe’s names of test cards', async () => {
    const intent = await shop.newIntent();
    const { body } = await shop.post(`/payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_visa' });
    expect(body.status).toBe('succeeded');
  });
});
