import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePayoutService, type OpenPayouts } from '#test/ports/payouts.suite.ts';
import { KEYS, openPracticeShop, type PracticeShop, SHOP } from '#test/support/doubles/practice-cards.ts';
import { DOUBLE_KEYS, openStripeDouble } from '#test/support/doubles/stripe.ts';
import { cardFields } from '#test/support/world/values.ts';
import { signEvent } from '../payments/practice/deliveries.ts';
import { createStripePayouts } from './stripe.ts';

const PATHS = { returnPath: '/dashboard/mySales?payouts=back', expiredPath: '/dashboard/mySales?payouts=expired' };
const OUTCOMES = { complete: 'complete', empties: 'complete', restricted: 'document' };

type Handle = (request: Request) => Promise<Response>;
type How = Parameters<OpenPayouts['setUp']>[1];

/** Sets an account up on the practice page, through a link that the shop asked for. */
async function setUpAt(handle: Handle, url: string, how: How): Promise<Response> {
  const link = new URL(url, SHOP).searchParams.get('link') ?? '';
  const body = new URLSearchParams({ link, bank: how === 'empties' ? 'empties' : 'keeps', outcome: OUTCOMES[how] });
  return handle(new Request(`${SHOP}/practice-cards/onboarding`, { method: 'POST', body }));
}

function messageAbout(accountId: string, secret: string, at: number) {
  const rawBody = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    account: accountId,
    type: 'account.updated',
    data: { object: { object: 'account', id: accountId } },
  });
  return { rawBody, signature: signEvent(rawBody, secret, at) };
}

describePayoutService('the practice provider', async () => {
  const shop = await openPracticeShop();
  return {
    payouts: shop.payouts,
    setUp: async (accountId, how) => void (await setUpAt(shop.handle, await shop.payouts.createLink(accountId, PATHS), how)),
    remove: async (accountId) => void (await shop.remove(`/accounts/${accountId}`)),
    async pay(amountCents) {
      const intent = await shop.newIntent(amountCents);
      await shop.confirm(intent, '4242424242424242');
      return intent.id;
    },
    message: (accountId, ageSeconds) => messageAbout(accountId, KEYS.webhookSecret, shop.clock.now() - ageSeconds * 1000),
    now: () => shop.clock.now(),
    close: shop.close,
  };
});

describePayoutService('a stand-in for Stripe Connect, through the official library and HTTP,', async () => {
  const double = await openStripeDouble();
  const payouts = createStripePayouts({ kind: 'stripe', ...DOUBLE_KEYS, apiUrl: double.url, shopUrl: () => 'https://shop.example' });
  const authorization = `Bearer ${DOUBLE_KEYS.secretKey}`;
  return {
    payouts,
    setUp: async (accountId, how) => void (await setUpAt(double.visit, await payouts.createLink(accountId, PATHS), how)),
    remove: async (accountId) => void (await fetch(`${double.url}/v1/accounts/${accountId}`, { method: 'DELETE', headers: { authorization } })),
    async pay(amountCents) {
      const created = await fetch(`${double.url}/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ amount: String(amountCents), currency: 'usd' }),
      });
      const { id } = (await created.json()) as { id: string };
      await fetch(`${double.url}/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams(cardFields('4242424242424242')),
      });
      return id;
    },
    message: (accountId, ageSeconds) => messageAbout(accountId, DOUBLE_KEYS.webhookSecret, Date.now() - ageSeconds * 1000),
    now: () => Date.now(),
    close: double.close,
  };
});

describe('The practice page for payouts', () => {
  let shop: PracticeShop;
  beforeAll(async () => {
    shop = await openPracticeShop();
  });
  afterAll(() => shop.close());

  async function newLink(): Promise<string> {
    const { id } = await shop.payouts.createAccount({ sellerId: 'one', email: 'one@redial.test', key: String(Math.random()) });
    return shop.payouts.createLink(id, PATHS);
  }

  const visit = (path: string) => shop.handle(new Request(`${SHOP}${path}`));

  it('Is on the shop’s own address and says that no real bank details belong there', async () => {
    const url = await newLink();
    expect(url).toMatch(/^\/practice-cards\/onboarding\?link=/u);
    const page = await visit(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Don’t enter real bank details.');
  });

  it('Returns to the shop and reports the account', async () => {
    const answer = await setUpAt(shop.handle, await newLink(), 'complete');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PATHS.returnPath]);
    const events = await shop.database.db.selectFrom('practice_events').select(['type']).where('type', '=', 'account.updated').execute();
    expect(events).toHaveLength(1);
  });

  it('Asks again for an outcome that the page doesn’t offer', async () => {
    const body = new URLSearchParams({ link: new URL(await newLink(), SHOP).searchParams.get('link') ?? '', bank: 'keeps', outcome: 'constructor' });
    expect((await shop.handle(new Request(`${SHOP}/practice-cards/onboarding`, { method: 'POST', body }))).status).toBe(400);
  });

  it('Sends a link that is five minutes old back to the shop', async () => {
    const url = await newLink();
    shop.clock.advance(5 * 60_000);
    const answer = await visit(url);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PATHS.expiredPath]);
  });

  it('Has nothing to set up for a forged, cut or foreign link', async () => {
    const url = await newLink();
    const forged = Buffer.from(JSON.stringify({ accountId: 'acct_x', expiresAt: 9e15, returnPath: 'https://evil.example', expiredPath: '/' })).toString(
      'base64url',
    );
    for (const link of ['', 'x', url.slice(0, -1), `?link=${forged}.${url.split('.').at(-1)}`, `?link=${'x'.repeat(5000)}`])
      expect((await visit(`/practice-cards/onboarding${link.slice(Math.max(0, link.indexOf('?')))}`)).status).toBe(404);
  });

  it('Refuses an address to return to that would leave the shop', async () => {
    const { id } = await shop.payouts.createAccount({ sellerId: 'two', email: 'two@redial.test', key: 'two' });
    const link = { account: id, type: 'account_onboarding', return_url: 'https://evil.example//elsewhere.example', refresh_url: 'https://shop.example/' };
    expect((await shop.post('/account_links', link)).body.error).toMatchObject({ param: 'return_url' });
  });
});
