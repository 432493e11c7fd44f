import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createPasswordHashing, hashingFor } from './password-hashing.ts';

const PASSWORD = 'longenough1';

describe('Password hashing', () => {
  test('Networks take turns at hashing, so that a busy one delays no other', async () => {
    const { hash } = createPasswordHashing();
    const order: string[] = [];
    const asked = (network: string, account: string) => hashingFor({ network, account }, () => hash(PASSWORD)).then(() => order.push(network));
    const crowd = Array.from({ length: 14 }, (_, number) => asked('crowd', `account ${number}`).catch(() => undefined));
    await asked('visitor', 'one');
    expect(order.filter((network) => network === 'crowd').length).toBeLessThan(6);
    await Promise.all(crowd);
  });

  test('Refuses the 21st hash of one account at once, and drops the longest backlog when full', async () => {
    const { hash } = createPasswordHashing();
    const ask = (network: string, account: string) => hashingFor({ network, account }, () => hash(PASSWORD));
    const ofOne = await Promise.allSettled(Array.from({ length: 21 }, () => ask('home', 'one')));
    expect(ofOne.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 429, code: 'too_many', details: { retryAfterSeconds: 5 } } });
    const crowd = Promise.allSettled(Array.from({ length: 80 }, (_, number) => ask('crowd', `account ${number}`)));
    await expect(ask('visitor', 'me')).resolves.toEqual(expect.any(String));
    const outcomes = await crowd;
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
    expect(refused.length).toBeGreaterThan(10);
    for (const reason of refused) expect(reason).toMatchObject({ status: 503, details: { retryAfterSeconds: 5 } });
  }, 60_000);

  test('Files are read while passwords are hashed', async () => {
    const { hash } = createPasswordHashing();
    let hashed = 0;
    const hashes = Array.from({ length: 12 }, (_, number) =>
      hashingFor({ network: `place ${number}`, account: 'x' }, () => hash(PASSWORD)).then(() => (hashed += 1)),
    );
    for (let number = 0; number < 20; number += 1) await readFile('package.json');
    expect(hashed).toBeLessThan(12);
    await Promise.all(hashes);
  });
});

describe('A burst of logins and sign-ups', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp({}, { slowHashes: true });
  });
  afterAll(() => shop.close());

  const post = async (path: string, payload: object, address: string) => {
    const reply = await shop.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, remoteAddress: address });
    return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], body: reply.json() as Record<string, unknown> };
  };

  test('Refuses a burst that is too large, says when to retry, and leaves nothing half-made', async () => {
    const burst = await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        post('/sign-up/email', { email: `burst${number}@example.test`, password: PASSWORD, name: 'Burst' }, '203.0.113.5'),
      ),
    );
    const refused = burst.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { retryAfter, body } of refused) {
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('try again') });
    }
    const { length: made } = burst.filter(({ status }) => status === 200);
    expect(made + refused.length).toBe(100);
    const known = await Promise.all(burst.map((_, number) => shop.services.identity.describe(`burst${number}@example.test`)));
    expect(known.filter(([account]) => (account?.rows.length ?? 0) > 0).length).toBe(made);
  }, 120_000);

  test('A refused login costs no attempt when the password wasn’t checked', async () => {
    const email = 'crowded@example.test';
    await post('/sign-up/email', { email, password: PASSWORD, name: 'Crowded' }, '203.0.113.6');
    for (let round = 0; round < 2; round += 1) {
      // Others in the same network fill the queue; the last one to arrive is refused.
      const crowd = Array.from({ length: 75 }, (_, number) =>
        post('/sign-up/email', { email: `crowd${round}-${number}@example.test`, password: PASSWORD, name: 'Crowd' }, '203.0.113.6'),
      );
      const tries = Array.from({ length: 8 }, () => post('/sign-in/email', { email, password: 'wrongone1' }, '203.0.113.6'));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 503).every((status) => status === 401)).toBe(true);
      await Promise.all(crowd);
      if (statuses.every((status) => status === 503)) expect((await post('/sign-in/email', { email, password: PASSWORD }, '203.0.113.6')).status).toBe(200);
    }
  }, 120_000);

  test('Logins wait in one queue whether the account exists or not', async () => {
    const crowd = Array.from({ length: 75 }, (_, number) =>
      post('/sign-up/email', { email: `nobody-crowd${number}@example.test`, password: PASSWORD, name: 'Crowd' }, '203.0.113.7'),
    );
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, number) => post('/sign-in/email', { email: `nobody${number}@example.test`, password: PASSWORD }, '203.0.113.7')),
    );
    expect(replies.some(({ status }) => status === 503)).toBe(true);
    expect(replies.every(({ status }) => status === 503 || status === 401)).toBe(true);
    await Promise.all(crowd);
  }, 120_000);
});
