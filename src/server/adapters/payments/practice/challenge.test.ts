import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentIntent } from '#server/ports/payments.ts';
import { openPracticeShop, type PracticeShop, SHOP } from '#test/support/doubles/practice-cards.ts';

let shop: PracticeShop;
beforeAll(async () => {
  shop = await openPracticeShop();
});
afterAll(() => shop.close());

const ASKS = '4000002500003155';
const ASKS_THEN_DECLINES = '4000008400001629';

async function waitingIntent(
  number = ASKS,
  more: Record<string, string> = { return_url: '/dashboard/payment/1?tab=a#card' },
): Promise<{ intent: PaymentIntent; url: string }> {
  const intent = await shop.newIntent();
  const { body } = await shop.confirm(intent, number, more);
  const next = body.next_action as { redirect_to_url: { url: string } };
  return { intent, url: next.redirect_to_url.url };
}

function open(url: string) {
  return shop.handle(new Request(url));
}

/** Presses a button of the page: sends the page's form. */
async function press(url: string, outcome: string, page?: string): Promise<Response> {
  const html = page ?? (await (await open(url)).text());
  const action = /<form method="post" action="([^"]+)"/u.exec(html)?.[1] ?? '/none';
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/gu)].map(([, name = '', value = '']) => [name, value]);
  return shop.handle(new Request(`${SHOP}${action}`, { method: 'POST', body: new URLSearchParams([...hidden, ['outcome', outcome]]) }));
}

async function statusOf(intent: PaymentIntent) {
  return (await shop.payments.findIntent(intent.id))?.status;
}

describe('The practice bank’s page', () => {
  it('The bank’s page says that it is practice, holds no script, and may not be framed', async () => {
    const { url } = await waitingIntent();
    const response = await open(url);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('no real money');
    expect(html).toContain('$100.00');
    expect(html).toContain('ending in 3155');
    expect(html).not.toMatch(/<script|style=|onclick/u);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('“Complete” pays and goes back to the shop’s own path', async () => {
    const { intent, url } = await waitingIntent();
    const response = await press(url, 'complete');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      `/dashboard/payment/1?tab=a&payment_intent=${intent.id}&payment_intent_client_secret=${intent.clientSecret}&redirect_status=succeeded#card`,
    );
    expect(await statusOf(intent)).toBe('succeeded');
  });

  it('“Fail” leaves the intent unpaid with the reason, and another card may pay', async () => {
    const { intent, url } = await waitingIntent();
    const response = await press(url, 'fail');
    expect(response.headers.get('location')).toContain('redirect_status=failed');
    expect(await shop.payments.findIntent(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      lastError: expect.stringContaining('unable to authenticate'),
    });
    expect((await shop.confirm(intent, '4242424242424242')).body.status).toBe('succeeded');
  });

  it('A card may be declined after its bank agreed', async () => {
    const { intent, url } = await waitingIntent(ASKS_THEN_DECLINES);
    const response = await press(url, 'complete');
    expect(response.headers.get('location')).toContain('redirect_status=failed');
    expect(await shop.payments.findIntent(intent.id)).toMatchObject({ status: 'requires_payment_method', lastError: 'Your card was declined.' });
  });

  it('Pressing twice charges once and leads to the same page', async () => {
    const { intent, url } = await waitingIntent();
    const page = await (await open(url)).text();
    const [first, second] = await Promise.all([press(url, 'complete', page), press(url, 'complete', page)]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const events = await shop.database.db.selectFrom('practice_events').select('body').where('type', '=', 'payment_intent.succeeded').execute();
    expect(events.filter(({ body }) => body.includes(intent.id))).toHaveLength(1);
  });

  it('The page of a replaced card does not answer for the new one', async () => {
    const { intent, url } = await waitingIntent();
    const page = await (await open(url)).text();
    await shop.confirm(intent, '4000002760003184', { return_url: '/later' });
    const response = await press(url, 'complete', page);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('ending in 3184');
    expect(await statusOf(intent)).toBe('requires_action');
  });

  it('A canceled payment goes back as failed', async () => {
    const { intent, url } = await waitingIntent();
    await shop.payments.cancelIntent(intent.id);
    expect(
      (
        await press(
          url,
          'complete',
          `<form method="post" action="${new URL(url).pathname}"><input type="hidden" name="client_secret" value="${intent.clientSecret}"`,
        )
      ).headers.get('location'),
    ).toContain('redirect_status=failed');
    expect(await statusOf(intent)).toBe('canceled');
  });

  it('The bank’s page leads home when no return address was given', async () => {
    const { url } = await waitingIntent(ASKS, {});
    expect((await press(url, 'complete')).headers.get('location')).toMatch(/^\/\?payment_intent=/u);
  });

  it('The bank’s page requires the intent’s own secret', async () => {
    const { intent, url } = await waitingIntent();
    const other = await shop.newIntent();
    const path = `${SHOP}/practice-cards/challenge/${intent.id}`;
    for (const address of [
      path,
      `${path}?client_secret=${other.clientSecret}`,
      `${SHOP}/practice-cards/challenge/pi_unknown?client_secret=x`,
      `${SHOP}/practice-cards/challenge/`,
    ]) {
      expect((await open(address)).status).toBe(404);
    }
    const forged = await shop.handle(
      new Request(path, { method: 'POST', body: new URLSearchParams({ client_secret: other.clientSecret, outcome: 'complete', version: '2' }) }),
    );
    expect(forged.status).toBe(404);
    expect((await press(url, 'whatever')).status).toBe(400);
    expect(await statusOf(intent)).toBe('requires_action');
  });
});
