import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAdmin } from '#server/process/first-admin.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { withPracticeGoogle } from '#test/support/practice-google.ts';
import { turnOnSecondFactor, verifyAddress } from '#test/support/second-factor.ts';
import { createPerson } from '#test/support/world/world.ts';

const ADMIN = 'boss@redial.test';
const PASSWORD = 'longenough1';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
  await ensureAdmin(shop.services, { email: ADMIN, password: PASSWORD });
});
afterAll(() => shop.close());

async function countSessions(email: string): Promise<number> {
  return (await shop.services.identity.findSignIns(email, shop.clock.now())).length;
}

async function opens(email: string, cookie: string): Promise<boolean> {
  return (await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } })).status === 200;
}

async function hasAccount(email: string): Promise<boolean> {
  return (await sql<object>`select "id" from identity_users where "email" = ${email}`.execute(shop.services.db)).rows.length > 0;
}

describe('Practice Google', () => {
  test.each([ADMIN, 'BOSS@Redial.TEST', `  ${ADMIN} `])('Doesn’t log admins in, however the address is typed: %j', async (typed) => {
    const { chosen, location } = await withPracticeGoogle(shop, typed);
    expect(chosen.statusCode).toBe(400);
    expect(chosen.body).toContain('can’t use the practice login');
    expect([location, await countSessions(ADMIN)]).toEqual([null, 0]);
  });

  test('Offers no admin accounts', async () => {
    const query = new URLSearchParams({
      client_id: 'redial-practice',
      redirect_uri: 'http://localhost/api/auth/callback/google',
      state: 'x',
      code_challenge: 'x',
    });
    const page = await shop.app.inject({ method: 'GET', url: `/practice-google/authorize?${query}`, headers: { host: 'localhost' } });
    const { rows } = await sql<{ email: string }>`select email from users where role = 'admin'`.execute(shop.services.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { email } of rows) expect(page.body).not.toContain(email);
  });

  test('Creates no account for an admin whom the identity service does not know yet', async () => {
    const email = 'appointed@redial.test';
    await ensureAdmin(shop.services, { email, password: null });
    expect((await withPracticeGoogle(shop, email)).chosen.statusCode).toBe(400);
    expect(await hasAccount(email)).toBe(false);
  });

  test('Doesn’t log in someone who became an admin between the chooser and the return', async () => {
    const email = 'promoted-meanwhile@practice.test';
    const beforeReturn = () => ensureAdmin(shop.services, { email, password: null });
    const { location, cookie } = await withPracticeGoogle(shop, email, { beforeReturn });
    expect(location).toContain('error=not_for_practice');
    expect([await opens(email, cookie), await hasAccount(email)]).toEqual([false, false]);
  });

  test('Ends the session of somebody who becomes an admin, and refuses later logins', async () => {
    const email = 'promoted-later@practice.test';
    const before = await withPracticeGoogle(shop, email);
    await shop.call('POST', '/users', { headers: { cookie: before.cookie }, body: { email, name: 'Later', role: 'buyer' } });
    expect(await opens(email, before.cookie)).toBe(true);
    await ensureAdmin(shop.services, { email, password: null });
    expect(await opens(email, before.cookie)).toBe(false);
    expect((await withPracticeGoogle(shop, email)).chosen.statusCode).toBe(400);
    expect(await countSessions(email)).toBe(0);
  });

  test('Doesn’t log in to an account with a second factor', async () => {
    const email = 'two-steps@practice.test';
    const signedUp = await shop.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: { email, password: PASSWORD, name: 'Two Steps' } });
    const cookie = signedUp.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    await shop.call('POST', '/users', { headers: { cookie }, body: { email, name: 'Two Steps', role: 'buyer' } });
    await verifyAddress(shop, email);
    const { body } = await shop.call('GET', `/jwt?email=${email}`, { headers: { cookie } });
    await turnOnSecondFactor(shop, (body as { token: string }).token, PASSWORD);
    const visit = await withPracticeGoogle(shop, email);
    expect(visit.location).toContain('error=code_needed');
    expect(await opens(email, visit.cookie)).toBe(false);
  });

  test('Refuses a callback that another browser began, and a forged one', async () => {
    const victim = await createPerson(shop, 'buyer', { email: 'victim@practice.test' });
    for (const path of [
      '/api/auth/callback/google?code=made-up&state=made-up',
      '/api/auth/callback/google?code=eyJhbGciOiJub25lIn0.eyJlbWFpbCI6InZpY3RpbUBwcmFjdGljZS50ZXN0In0.&state=x',
      '/api/auth/callback/google?error=x&state=x',
    ]) {
      const reply = await shop.app.inject({ method: 'GET', url: path, headers: { host: 'localhost' } });
      expect(reply.statusCode).toBe(302);
      expect(String(reply.headers.location)).toMatch(/^\/login\?/u);
      expect(reply.cookies.some(({ name }) => name.endsWith('session_token'))).toBe(false);
    }
    expect(await countSessions(victim.email)).toBe(1);
  });
});
