import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { withPracticeGoogle } from '#test/support/practice-google.ts';

const PASSWORD = 'longenough1';
const KNOWN = 'known@example.test';
const WITHOUT_PASSWORD = 'google-alone@practice.test';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
  await post('/sign-up/email', { email: KNOWN, password: PASSWORD, name: 'Known' });
  await withPracticeGoogle(shop, WITHOUT_PASSWORD);
});
afterAll(() => shop.close());

function post(path: string, payload: object) {
  return shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload });
}

/** All of a reply that a client could compare, without the parts that always differ. */
async function seen(path: string, payload: object) {
  const { statusCode, body, headers } = await post(path, payload);
  return { statusCode, body, headers: Object.keys(headers).toSorted(), length: headers['content-length'] };
}

describe('Whether an address has an account stays secret', () => {
  test('A wrong password doesn’t reveal whether there is an account', async () => {
    const replies = [];
    for (const email of [KNOWN, WITHOUT_PASSWORD, 'nobody@example.test']) replies.push(await seen('/sign-in/email', { email, password: 'wrongone1' }));
    expect(replies[0]?.statusCode).toBe(401);
    for (const reply of replies) expect(reply).toEqual(replies[0]);
  });

  test('Asking for a new password doesn’t reveal whether there is an account, however often', async () => {
    const known = [];
    const unknown = [];
    for (let time = 0; time < 7; time += 1) {
      known.push(await seen('/request-password-reset', { email: KNOWN, redirectTo: '/reset-password' }));
      unknown.push(await seen('/request-password-reset', { email: 'nobody@example.test', redirectTo: '/reset-password' }));
    }
    expect(known[0]?.statusCode).toBe(200);
    for (const reply of [...known, ...unknown]) expect(reply).toEqual(known[0]);
    const mails = await shop.services.db.selectFrom('outbox').select('id').where('kind', '=', 'reset').execute();
    expect(mails).toHaveLength(5);
  }, 30_000);

  test('Asking for another verification email doesn’t reveal whether there is an account', async () => {
    const replies = [];
    for (const email of [KNOWN, 'nobody@example.test']) replies.push(await seen('/send-verification-email', { email }));
    expect(replies[0]?.statusCode).toBe(401);
    expect(replies[1]).toEqual(replies[0]);
  });

  test('Limits how many addresses one network can test by signing up', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < 310; round += 1) statuses.add((await post('/sign-up/email', { email: KNOWN, password: PASSWORD, name: 'Known' })).statusCode);
    expect([...statuses]).toEqual([409, 429]);
  }, 60_000);
});
