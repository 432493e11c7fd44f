import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidError, MalformedError, ProviderError } from '#server/errors.ts';
import type { NewPaymentIntent, PaymentIntent, PaymentProvider } from '#server/ports/payments.ts';

export type OpenProvider = {
  payments: PaymentProvider;
  /** Pays, or tries to, like a buyer's browser. */
  pay(intent: PaymentIntent, card: 'good' | 'declined'): Promise<void>;
  /** A webhook of the provider about this intent, sent this many seconds ago. */
  message(intent: PaymentIntent, ageSeconds: number): { rawBody: string; signature: string };
  close(): Promise<void>;
};

let count = 0;

function newOrder(): NewPaymentIntent {
  count += 1;
  const name = `suite-${Date.now()}-${count}`;
  return { amountCents: 28_900, currency: 'usd', orderId: name, idempotencyKey: name };
}

/** How every card payment provider must behave. */
export function describePaymentProvider(name: string, open: () => Promise<OpenProvider>): void {
  describe(`${name} as the shop's payment provider`, () => {
    let provider: OpenProvider;
    let payments: PaymentProvider;
    beforeAll(async () => {
      provider = await open();
      payments = provider.payments;
    });
    afterAll(() => provider.close());

    const paidIntent = async (): Promise<PaymentIntent> => {
      const intent = await payments.createIntent(newOrder());
      await provider.pay(intent, 'good');
      return intent;
    };

    it('Creates an intent that waits for a card and names its order', async () => {
      const order = newOrder();
      const intent = await payments.createIntent(order);
      expect(intent).toMatchObject({ status: 'requires_payment_method', amountCents: 28_900, currency: 'usd', orderId: order.orderId, lastError: null });
      expect(intent.clientSecret.startsWith(`${intent.id}_secret_`)).toBe(true);
    });

    it('Creates one intent for one idempotency key, even when asked twice at once', async () => {
      const order = newOrder();
      const [first, second] = await Promise.all([payments.createIntent(order), payments.createIntent(order)]);
      expect(second.id).toBe(first.id);
    });

    it('Returns the present state of an intent that is created again with its key', async () => {
      const order = newOrder();
      await provider.pay(await payments.createIntent(order), 'good');
      expect((await payments.createIntent(order)).status).toBe('succeeded');
    });

    it('Refuses another order under a used idempotency key', async () => {
      const order = newOrder();
      await payments.createIntent(order);
      await expect(payments.createIntent({ ...order, amountCents: 1000 })).rejects.toThrow(ProviderError);
    });

    it.each([1, 49, 100_000_000])('Refuses %i cents, which no card can pay, with a sentence about the price', async (amountCents) => {
      const refusal = await payments.createIntent({ ...newOrder(), amountCents }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(InvalidError);
      expect(String(refusal)).toMatch(/This price is too (low|high) for card payments/u);
    });

    it.each([50, 99_999_999])('Accepts %i cents', async (amountCents) => {
      expect(await payments.createIntent({ ...newOrder(), amountCents })).toMatchObject({ amountCents, status: 'requires_payment_method' });
    });

    it('Finds an intent by its id', async () => {
      const intent = await payments.createIntent(newOrder());
      expect(await payments.findIntent(intent.id)).toEqual(intent);
    });

    it.each(['pi_unknown', 'nothing', '..', '../refunds', 'pi_1/confirm', 'pi_\u0000'])('Finds no intent %j', async (id) => {
      expect(await payments.findIntent(id)).toBeNull();
    });

    it('Reports success once a good card has paid', async () => {
      const intent = await paidIntent();
      expect(await payments.findIntent(intent.id)).toMatchObject({ status: 'succeeded', lastError: null, card: { last4: expect.stringMatching(/^\d{4}$/u) } });
    });

    it('Names no card until one has paid', async () => {
      const intent = await payments.createIntent(newOrder());
      await provider.pay(intent, 'declined');
      expect((await payments.findIntent(intent.id))?.card).toBeNull();
    });

    it('Says why a card was declined, and lets another pay afterwards', async () => {
      const intent = await payments.createIntent(newOrder());
      await provider.pay(intent, 'declined');
      expect(await payments.findIntent(intent.id)).toMatchObject({ status: 'requires_payment_method', lastError: 'Your card was declined.' });
      await provider.pay(intent, 'good');
      expect((await payments.findIntent(intent.id))?.status).toBe('succeeded');
    });

    it('Cancels an unpaid intent, which no card can pay anymore', async () => {
      const intent = await payments.createIntent(newOrder());
      expect((await payments.cancelIntent(intent.id))?.status).toBe('canceled');
      await provider.pay(intent, 'good');
      expect((await payments.findIntent(intent.id))?.status).toBe('canceled');
    });

    it('Cancels twice without complaint', async () => {
      const intent = await payments.createIntent(newOrder());
      await payments.cancelIntent(intent.id);
      expect((await payments.cancelIntent(intent.id))?.status).toBe('canceled');
    });

    it('Reports success when an intent was paid before it could be canceled', async () => {
      const intent = await paidIntent();
      expect((await payments.cancelIntent(intent.id))?.status).toBe('succeeded');
    });

    it('Refunds a payment once, whatever key asks again', async () => {
      const intent = await paidIntent();
      const first = await payments.refund(intent.id, `${intent.id}-refund`);
      expect(first.status).toBe('succeeded');
      expect(await payments.refund(intent.id, `${intent.id}-refund`)).toEqual(first);
      expect(await payments.refund(intent.id, `${intent.id}-another`)).toEqual(first);
    });

    it('Makes one refund of two at the same moment', async () => {
      const intent = await paidIntent();
      const [first, second] = await Promise.all([payments.refund(intent.id, `${intent.id}-1`), payments.refund(intent.id, `${intent.id}-2`)]);
      expect(second.id).toBe(first.id);
    });

    it('Fails with a plain sentence when there is nothing to refund', async () => {
      const intent = await payments.createIntent(newOrder());
      const failure = await payments.refund(intent.id, intent.id).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ProviderError);
      expect(String(failure)).not.toMatch(/pi_|stripe|charge/iu);
    });

    it.each(['pi_unknown', '../refunds'])('Cancels nothing for the unknown intent %j', async (id) => {
      expect(await payments.cancelIntent(id)).toBeNull();
    });

    it('Finds an existing refund, and lists payments and refunds, each once', async () => {
      const [stored, returned, unpaid] = [await paidIntent(), await paidIntent(), await payments.createIntent(newOrder())];
      const refund = await payments.refund(returned.id, `${returned.id}-listed`);
      expect(await payments.findRefund(refund.id)).toEqual(refund);
      expect(refund).toMatchObject({ intentId: returned.id, amountCents: 28_900, currency: 'usd', status: 'succeeded' });
      const charges = await Array.fromAsync(payments.listCharges());
      for (const { id, orderId } of [stored, returned]) {
        expect(charges.filter((charge) => charge.id === id)).toEqual([{ id, orderId, amountCents: 28_900, currency: 'usd' }]);
      }
      expect(charges.map(({ id }) => id)).not.toContain(unpaid.id);
      const refunds = await Array.fromAsync(payments.listRefunds());
      expect(refunds.filter(({ intentId }) => intentId === returned.id)).toEqual([refund]);
    });

    it('Reads a signed webhook', async () => {
      const intent = await payments.createIntent(newOrder());
      const { rawBody, signature } = provider.message(intent, 10);
      expect(payments.readEvent(rawBody, signature)).toMatchObject({ type: 'payment_intent.succeeded', intentId: intent.id });
    });

    it('Refuses a webhook that is older than five minutes, changed or unsigned', async () => {
      const intent = await payments.createIntent(newOrder());
      const old = provider.message(intent, 301);
      const { rawBody, signature } = provider.message(intent, 10);
      expect(() => payments.readEvent(old.rawBody, old.signature)).toThrow(MalformedError);
      expect(() => payments.readEvent(rawBody.replace('succeeded', 'canceled'), signature)).toThrow(MalformedError);
      expect(() => payments.readEvent(rawBody, '')).toThrow(MalformedError);
      expect(() => payments.readEvent(rawBody, 't=1,v1=00')).toThrow(MalformedError);
      expect(() => payments.readEvent('', signature)).toThrow(MalformedError);
    });
  });
}
