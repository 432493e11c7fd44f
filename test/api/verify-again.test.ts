import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { minutes } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { withCookies } from '#test/support/passkeys.ts';
import { createBuiltinIdentity } from '../../src/web/adapters/identity/builtin.ts';

const ACCOUNT = { email: 'operator-made@example.test', password: 'longenough1' };

let shop: TestApp;
/** The browser’s cookies. */
let cookie = '';

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
afterEach(() => vi.unstubAllGlobals());

/** Sends what the page sends to the shop, with the browser’s cookies. */
async function fetchFromShop(url: string, { method, headers, body }: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }) {
  const reply = await shop.app.inject({ method, url, headers: { ...headers, cookie }, ...(body !== undefined && { payload: body }) });
  cookie = withCookies(cookie, reply.cookies);
  return new Response(reply.body, { status: reply.statusCode });
}

describe('“Resend verification email”', () => {
  test('Sends the email to somebody whom the shop logged out because their address isn’t verified', async () => {
    vi.stubGlobal('fetch', fetchFromShop);
    const { db, identity } = shop.services;
    const now = shop.clock.now();
    await db
      .insertInto('users')
      .values({ id: crypto.randomUUID(), email: ACCOUNT.email, name: 'Made', role: 'seller', verified_at: null, removed_at: null, created_at: now })
      .execute();
    const browser = createBuiltinIdentity({ practiceGoogle: false });
    await browser.signUp({ ...ACCOUNT, name: 'Made' });
    expect(await shop.call('GET', `/jwt?email=${ACCOUNT.email}`, { headers: { cookie } })).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
    await browser.signOut();
    shop.clock.advance(minutes(2));
    await browser.requestVerification(ACCOUNT);
    const mails = await db.selectFrom('outbox').select('id').where('recipient', '=', ACCOUNT.email).where('kind', '=', 'verification').execute();
    expect(mails).toHaveLength(2);
    // They are still logged out.
    expect(await browser.current()).toBeNull();
    expect(await identity.findSignIns(ACCOUNT.email, shop.clock.now())).toEqual([]);
  });
});
