import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FetchHandler } from '#server/http/fetch-handler.ts';
import type { PaymentEvent, PaymentIntent } from '#server/ports/payments.ts';
import { KEYS, openPracticeShop, type PracticeShop } from '#test/support/doubles/practice-cards.ts';
import { nextAttempt } from './deliveries.ts';
import { createPracticeCards } from './practice-cards.ts';

let shop: PracticeShop;
const running: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  shop = await openPracticeShop();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((deliveries) => deliveries.stop()));
  await shop.close();
});

/** The shop's endpoint: reads each message, and replies as told. */
function createInbox(answer: (event: PaymentEvent, tries: number) => number = () => 200) {
  const events: PaymentEvent[] = [];
  const receive: FetchHandler = async (request) => {
    const event = shop.payments.readEvent(await request.text(), request.headers.get('stripe-signature') ?? '');
    events.push(event);
    expect(new URL(request.url).pathname).toBe('/api/webhooks/payments');
    return new Response(null, { status: answer(event, events.filter(({ id }) => id === event.id).length) });
  };
  return { events, receive, types: () => events.map(({ type }) => type) };
}

function start(deliver: FetchHandler, practice: Pick<PracticeShop, 'deliverEvents'> = shop) {
  const deliveries = practice.deliverEvents(deliver);
  running.push(deliveries);
  return deliveries;
}

async function pay(): Promise<PaymentIntent> {
  const intent = await shop.newIntent();
  await shop.confirm(intent, '4242424242424242');
  return intent;
}

async function waiting(): Promise<number> {
  return (await shop.database.db.selectFrom('practice_events').select('id').where('next_attempt_at', 'is not', null).execute()).length;
}

describe('Practice webhooks', () => {
  it('Sends signed webhooks at once about payments, declines, cancellations and refunds', async () => {
    const inbox = createInbox();
    start(inbox.receive);
    const paid = await pay();
    await vi.waitFor(() => expect(inbox.types()).toEqual(['payment_intent.succeeded']), { timeout: 500 });
    expect(inbox.events[0]?.intentId).toBe(paid.id);
    await shop.payments.refund(paid.id, 'back');
    await shop.confirm(await shop.newIntent(), '4000000000000002');
    await shop.payments.cancelIntent((await shop.newIntent()).id);
    await vi.waitFor(() =>
      expect(inbox.types().sort()).toEqual(['charge.refunded', 'payment_intent.canceled', 'payment_intent.payment_failed', 'payment_intent.succeeded']),
    );
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
    expect(inbox.events.find(({ type }) => type === 'charge.refunded')?.intentId).toBe(paid.id);
  });

  it('Stores webhooks while nobody is listening, and delivers them afterwards', async () => {
    await pay();
    const inbox = createInbox();
    start(inbox.receive);
    await vi.waitFor(() => expect(inbox.events).toHaveLength(1));
  });

  it('Retries a webhook after a pause, under the same id', async () => {
    const inbox = createInbox((_event, tries) => (tries < 3 ? 500 : 200));
    start(inbox.receive);
    await pay();
    await vi.waitFor(() => expect(inbox.events).toHaveLength(1));
    shop.clock.advance(2000);
    await vi.waitFor(() => expect(inbox.events).toHaveLength(2), { timeout: 3000 });
    shop.clock.advance(6000);
    await vi.waitFor(() => expect(inbox.events).toHaveLength(3), { timeout: 3000 });
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
    expect(new Set(inbox.events.map(({ id }) => id)).size).toBe(1);
  });

  it('Delivers a later webhook before an earlier one that failed', async () => {
    const first = await pay();
    const inbox = createInbox((event, tries) => (event.intentId === first.id && tries === 1 ? 503 : 200));
    start(inbox.receive);
    await vi.waitFor(() => expect(inbox.events).toHaveLength(1));
    const second = await pay();
    await vi.waitFor(() => expect(inbox.events).toHaveLength(2));
    shop.clock.advance(2000);
    await vi.waitFor(() => expect(inbox.events.map(({ intentId }) => intentId)).toEqual([first.id, second.id, first.id]), { timeout: 3000 });
  });

  it('Survives a shop that throws', async () => {
    let tries = 0;
    start(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the shop fell over');
      return new Response(null, { status: 200 });
    });
    await pay();
    await vi.waitFor(() => expect(tries).toBe(1));
    await vi.waitFor(async () =>
      expect(await shop.database.db.selectFrom('practice_events').select('next_attempt_at').executeTakeFirst()).toEqual({
        next_attempt_at: shop.clock.now() + 2000,
      }),
    );
    shop.clock.advance(2000);
    await vi.waitFor(() => expect(tries).toBe(2), { timeout: 3000 });
  });

  it('Delivers each webhook once from two processes, one at a time each', async () => {
    for (let index = 0; index < 8; index += 1) await pay();
    const inbox = createInbox();
    let atOnce = 0;
    let most = 0;
    const slowly: FetchHandler = async (request) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return inbox.receive(request);
    };
    const other = createPracticeCards({ db: shop.database.db, clock: shop.clock, ...KEYS });
    start(slowly);
    start(inbox.receive, other);
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
    expect(new Set(inbox.events.map(({ id }) => id)).size).toBe(8);
    expect(inbox.events).toHaveLength(8);
    expect(most).toBeLessThanOrEqual(1);
  });

  it('Stops only when the webhook under way has been answered', async () => {
    const limit = Promise.withResolvers<void>();
    let answered = false;
    let begun = false;
    const deliveries = start(async () => {
      begun = true;
      await limit.promise;
      answered = true;
      return new Response(null, { status: 200 });
    });
    await pay();
    await vi.waitFor(() => expect(begun).toBe(true));
    const stopping = deliveries.stop().then(() => answered);
    limit.resolve();
    expect(await stopping).toBe(true);
    expect(await waiting()).toBe(0);
  });

  it('Waits longer after every failure, an hour at most, and gives up after three days', () => {
    const hour = 3_600_000;
    const pauses = [1, 2, 3, 4, 9, 50].map((attempts) => nextAttempt({ createdAt: 0, attempts }, 0));
    expect(pauses).toEqual([2000, 6000, 18_000, 54_000, hour, hour]);
    expect(nextAttempt({ createdAt: 0, attempts: 80 }, 71.5 * hour)).toBeNull();
  });
});
