import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { minutes } from '#contract/shared/durations.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { createIdentityMails } from './identity-mails.ts';

const LINK = 'https://shop.example/api/auth/reset-password/secret-token';
const TO = 'reader@example.test';
const TEN = Array.from({ length: 10 }, (_, number) => number);

let database: TestDatabase;
const clock = { time: 0, now: () => clock.time };

beforeEach(async () => {
  database = await freshDatabase();
  clock.time = Date.UTC(2026, 5, 15, 12);
});
afterEach(() => database.drop());

const mails = () => createIdentityMails({ db: database.db, clock, shopName: () => 'Redial' });
const queued = async () => (await database.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind).toSorted();

describe('Emails with a secret', () => {
  test('Aren’t sent to the same address over and over', async () => {
    for (const _ of TEN) await mails().reset(TO, LINK);
    expect(await queued()).toEqual(['reset', 'reset', 'reset', 'reset', 'reset']);
    expect(await mails().verificationWait(TO)).toBe(0);
    for (let number = 0; number < 5; number += 1) {
      await mails().verification(TO, LINK);
      expect(await mails().verificationWait(TO)).toBe(number < 4 ? 60 : 86_400 - 240);
      clock.time += minutes(1);
    }
    expect(await mails().verificationWait('other@example.test')).toBe(0);
  });

  test('Are as few when many are requested at once', async () => {
    await Promise.all(TEN.map(() => mails().reset(TO, LINK)));
    await Promise.all(TEN.map(() => mails().verification(TO, LINK)));
    const waits = await Promise.all(TEN.map(() => mails().proofCode(TO, '12345678')));
    expect(waits.filter((seconds) => seconds === 60)).toHaveLength(9);
    expect(await queued()).toEqual(['proof_code', 'reset', 'reset', 'reset', 'reset', 'reset', 'verification']);
  });

  test('Are sent again at once after the clock was set back by years', async () => {
    const time = clock.time;
    clock.time = Date.UTC(2040, 0, 1);
    await mails().reset(TO, LINK);
    await mails().verification(TO, LINK);
    expect(await mails().proofCode(TO, '12345678')).toBe(0);
    clock.time = time;
    await mails().reset(TO, LINK);
    expect(await mails().verificationWait(TO)).toBe(0);
    expect(await mails().proofCode(TO, '12345678')).toBe(0);
    expect(await queued()).toEqual(['proof_code', 'proof_code', 'reset', 'reset', 'verification']);
  });
});
