import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '#server/adapters/mail/smtp.ts';
import { message } from '#server/messages/message.ts';
import type { Mailer } from '#server/ports/mailer.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type MailServer, startMailServer } from '#test/support/doubles/mail-server.ts';
import { createIdentityMails } from '../accounts/index.ts';
import { MAX_TRIES } from './delivery.ts';
import type { EmailMessage } from './email-message.ts';
import { postMails } from './queries.ts';
import { createSending, type SendingEvent } from './sending.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Generous, so that a busy machine doesn't look like a hanging server; tests of hanging servers use less. */
const PATIENT = { connectMs: 60_000, idleMs: 60_000 };
const HASTY = { connectMs: 200, idleMs: 200 };

let database: TestDatabase;
let server: MailServer;
let events: SendingEvent[];
let processes: { mailer: Mailer; stop(): void }[];
const clock = { time: 0, now: () => clock.time };

beforeEach(async () => {
  database = await freshDatabase();
  server = await startMailServer();
  events = [];
  processes = [];
  clock.time = Date.UTC(2026, 5, 15, 12);
});
afterEach(async () => {
  for (const { mailer, stop } of processes) {
    stop();
    mailer.close?.();
  }
  await server.stop();
  await database.drop();
});

/** Starts a process that sends what is in the outbox; a later one starts without this one's state. */
function startSending(timeouts = PATIENT) {
  const from = { name: 'Redial', address: 'shop@redial.test' };
  const mailer = createSmtpMailer({ host: '127.0.0.1', port: server.port, encryption: 'plain', login: null, from, timeouts });
  const sending = createSending({ db: database.db, clock, mailer, shopName: () => 'Redial', origin: 'https://shop.example' }, (event) => events.push(event));
  processes.push({ mailer, stop: sending.stop });
  return sending;
}

function content(subject: string): EmailMessage {
  return { kind: 'booked', subject: message`${subject}`, text: message`Words.`, link: '/dashboard', label: 'Look' };
}

function post(...addresses: string[]) {
  return postMails(
    database.db,
    addresses.map((to) => ({ to, content: content(`To ${to}`) })),
    clock.now(),
  );
}

function rowOf(to: string) {
  return database.db.selectFrom('outbox').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow();
}

function arrived() {
  return server.mails.map(({ to }) => to);
}

describe('Emails in the outbox', () => {
  test('An email goes out once, however many processes try and however often, and is deleted after a month', async () => {
    await post('a@example.test', 'b@example.test', 'c@example.test', 'd@example.test');
    const [first, second] = [startSending(), startSending()];
    await Promise.all([first.run(), second.run()]);
    await first.run();
    expect(arrived().sort()).toEqual(['a@example.test', 'b@example.test', 'c@example.test', 'd@example.test']);
    expect(await rowOf('a@example.test')).toMatchObject({ tries: 1, due_at: null, sent_at: clock.now(), failure: null, body: 'Words.' });
    expect(server.mails[0]?.text).toContain('Look:\nhttps://shop.example/dashboard');
    clock.time += 31 * 24 * HOUR_MS;
    await startSending().run();
    expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('An email waits for a server that is down, across a restart too; the operator hears once of the trouble and once of its end', async () => {
    await post('a@example.test', 'b@example.test');
    await server.stop();
    const before = startSending();
    await before.run();
    await before.run();
    expect(await rowOf('a@example.test')).toMatchObject({ tries: 0, sent_at: null, failure: 'ESOCKET' });
    await server.start();
    const after = startSending();
    clock.time += 29 * SECOND_MS;
    await before.run();
    expect(arrived()).toEqual([]);
    clock.time += SECOND_MS;
    await after.run();
    await before.run();
    expect(arrived().sort()).toEqual(['a@example.test', 'b@example.test']);
    await post('c@example.test');
    await before.run();
    // The second process checks the server first, and its login is accepted.
    expect(events.map(({ what }) => what)).toEqual(['trouble', 'trouble_over']);
  });

  test('An email that failed while the clock was ahead is tried again once it was set back', async () => {
    const now = clock.time;
    await post('sent@example.test');
    const sending = startSending();
    await sending.run();
    clock.time = now + 365 * 24 * HOUR_MS;
    server.mood = { at: 'recipient', reply: 450, to: 'full@example.test' };
    await post('full@example.test');
    await sending.run();
    expect((await rowOf('full@example.test')).due_at).toBeGreaterThan(clock.time);
    server.mood = 'well';
    clock.time = now;
    for (let times = 0; times < 2; times += 1) await sending.run();
    expect(arrived()).toEqual(['sent@example.test', 'full@example.test']);
  });

  test('An email that is rejected for now waits longer and longer without delaying others; after three days it is given up and stays visible', async () => {
    server.mood = { at: 'recipient', reply: 450, to: 'full@example.test' };
    await post('full@example.test', 'other@example.test');
    const sending = startSending();
    const waits: number[] = [];
    for (let tries = 0; tries < MAX_TRIES - 1; tries += 1) {
      await sending.run();
      const { due_at } = await rowOf('full@example.test');
      waits.push(((due_at ?? 0) - clock.now()) / SECOND_MS);
      clock.time = due_at ?? 0;
    }
    await sending.run();
    expect(waits.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(waits.reduce((sum, wait) => sum + wait) / 86_400).toBeCloseTo(3, 0);
    expect(arrived()).toEqual(['other@example.test']);
    const { id, ...row } = await rowOf('full@example.test');
    expect(row).toMatchObject({ tries: MAX_TRIES, due_at: null, given_up_at: clock.now(), failure: 'RCPT TO 450', body: 'Words.' });
    await sending.run();
    expect(events).toEqual([{ what: 'given_up', mailId: id, kind: 'booked', failure: 'RCPT TO 450', tries: MAX_TRIES }]);
  });

  test('An email is never given up because the server was down, however long', async () => {
    await post('a@example.test');
    await server.stop();
    const sending = startSending();
    for (let day = 0; day < 30; day += 1) {
      await sending.run();
      clock.time += 24 * HOUR_MS;
    }
    await server.start();
    await sending.run();
    expect(arrived()).toEqual(['a@example.test']);
    expect(events.map(({ what }) => what)).toEqual(['trouble', 'trouble_over']);
  });

  test('An email that is rejected permanently is given up immediately, and delays no other', async () => {
    server.mood = { at: 'recipient', reply: 550, to: 'gone@example.test' };
    await post('not an address', 'gone@example.test', 'other@example.test');
    await startSending().run();
    expect(arrived()).toEqual(['other@example.test']);
    expect(await rowOf('gone@example.test')).toMatchObject({ tries: 1, due_at: null, failure: 'RCPT TO 550' });
    expect(events.map((event) => 'failure' in event && event.failure).sort()).toEqual(['NOT AN ADDRESS', 'RCPT TO 550']);
  });

  test('An email arrives twice at most, with the same id, when the server’s confirmation is lost', async () => {
    server.mood = 'drops after data';
    await post('a@example.test');
    await startSending().run();
    server.mood = 'well';
    clock.time += 30 * SECOND_MS;
    await startSending().run();
    await startSending().run();
    expect(server.mails.map(({ email }) => email.messageId)).toEqual(Array.from({ length: 2 }, () => server.mails[0]?.email.messageId));
  });

  test('An email of a process that died or was stopped while sending is sent by the next', async () => {
    server.mood = 'silent';
    await post('a@example.test');
    const dying = startSending();
    // Skip the login check, so that the process dies while sending the email itself.
    for (const { mailer } of processes) delete mailer.check;
    const running = dying.run();
    await expect.poll(async () => (await rowOf('a@example.test')).tries).toBe(1);
    dying.stop();
    await running;
    server.mood = 'well';
    await startSending().run();
    expect(arrived()).toEqual([]);
    clock.time += 2 * MINUTE_MS;
    await startSending().run();
    expect(arrived()).toEqual(['a@example.test']);
  });

  test('A server that hangs doesn’t leave the other emails without a turn', async () => {
    server.mood = 'silent';
    await post(...Array.from({ length: 7 }, (_, number) => `reader${number}@example.test`));
    const hasty = startSending(HASTY);
    const tried = async () => {
      await hasty.run();
      return (await database.db.selectFrom('outbox').select('id').where('failure', 'is not', null).execute()).length;
    };
    // The pauses get longer, and each ends with a try at a different email.
    expect(await tried()).toBe(1);
    expect(await tried()).toBe(1);
    clock.time += 30 * SECOND_MS;
    expect(await tried()).toBe(2);
    clock.time += 30 * SECOND_MS;
    expect(await tried()).toBe(2);
    server.mood = 'well';
    const sending = startSending();
    await sending.run();
    expect(arrived()).toHaveLength(6);
    clock.time += 30 * SECOND_MS;
    await sending.run();
    expect(arrived()).toHaveLength(7);
  });

  test('Setting the clock back while the server is down doesn’t stop emails from going out', async () => {
    await server.stop();
    await post('a@example.test');
    const sending = startSending();
    await sending.run();
    await server.start();
    clock.time -= 24 * HOUR_MS;
    await post('b@example.test');
    await sending.run();
    expect(arrived()).toEqual(['b@example.test']);
  });

  test('Emails wait for a correct password, and the start reports a wrong one', async () => {
    const strict = await startMailServer({ login: { user: 'shop', password: 'right' } });
    const from = { name: 'Redial', address: 'shop@redial.test' };
    const open = (password: string) => createSmtpMailer({ host: '127.0.0.1', port: strict.port, encryption: 'plain', login: { user: 'shop', password }, from });
    const send = (mailer: Mailer) =>
      createSending({ db: database.db, clock, mailer, shopName: () => 'Redial', origin: 'https://shop.example' }, (event) => events.push(event)).run();
    const [wrong, right] = [open('wrong'), open('right')];
    await send(wrong);
    expect(events).toEqual([{ what: 'trouble', failure: 'AUTH PLAIN 535' }]);
    await post('a@example.test');
    await send(wrong);
    clock.time += 30 * SECOND_MS;
    await send(right);
    expect(strict.mails.map(({ to }) => to)).toEqual(['a@example.test']);
    for (const mailer of [wrong, right]) mailer.close?.();
    await strict.stop();
  });
});

describe('Emails with a secret', () => {
  const SECRET = 'https://shop.example/api/auth/reset-password/secret-token';
  const mails = () => createIdentityMails({ db: database.db, clock, shopName: () => 'Redial' });

  test('A secret is deleted once its email was sent, given up or has expired; an expired one is not sent', async () => {
    server.mood = { at: 'recipient', reply: 550, to: 'gone@example.test' };
    await mails().reset('reader@example.test', SECRET);
    await mails().reset('gone@example.test', SECRET);
    await startSending().run();
    expect(server.mails.map(({ text }) => text)).toEqual([expect.stringContaining(SECRET)]);
    await mails().reset('late@example.test', SECRET);
    await mails().verification('early@example.test', SECRET);
    clock.time += HOUR_MS;
    await startSending().run();
    expect(arrived()).toEqual(['reader@example.test', 'early@example.test']);
    const rows = await database.db.selectFrom('outbox').selectAll().execute();
    expect(rows.map(({ failure }) => failure).sort()).toEqual(['EXPIRED', 'RCPT TO 550', null, null].sort());
    expect(JSON.stringify(rows)).not.toContain('secret-token');
  });
});
