import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mailer } from '#server/ports/mailer.ts';
import { describeMailer, newMail } from '#test/ports/mail.suite.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { createMailbox } from './mailbox.ts';

describeMailer('the mailbox', async () => {
  const database = await freshDatabase();
  const mailer = createMailbox(database.db, { now: () => Date.now() });
  return {
    mailer,
    arrived: async () => ((await mailer.stored?.()) ?? []).map(({ to, subject, text }) => ({ to, subject, text, html: null })).toReversed(),
    close: () => database.drop(),
  };
});

describe('The mailbox', () => {
  let database: TestDatabase;
  const clock = { time: 0, now: () => clock.time };
  beforeEach(async () => {
    database = await freshDatabase();
    clock.time = Date.UTC(2026, 5, 15, 12);
  });
  afterEach(() => database.drop());

  const subjects = async (mailbox: Mailer) => (await mailbox.stored?.())?.map(({ subject }) => subject);
  const send = (mailbox: Mailer, subject: string) => mailbox.send(newMail({ to: 'reader@example.test', subject, text: 'Words.' }));

  it('Shows each email with its time, newest first, even within one moment', async () => {
    const mailbox = createMailbox(database.db, clock);
    await send(mailbox, 'first');
    await send(mailbox, 'second');
    clock.time += 1000;
    await send(mailbox, 'third');
    expect(await subjects(mailbox)).toEqual(['third', 'second', 'first']);
    expect((await mailbox.stored?.())?.[0]).toEqual({
      id: expect.any(String),
      to: 'reader@example.test',
      subject: 'third',
      text: 'Words.',
      content: null,
      sentAt: clock.time,
    });
  });

  it('Shows the hundred latest emails, and keeps older ones', async () => {
    const mailbox = createMailbox(database.db, clock);
    for (let number = 1; number <= 103; number += 1) await send(mailbox, `mail ${number}`);
    const shown = await subjects(mailbox);
    expect(shown).toHaveLength(100);
    expect([shown?.[0], shown?.[99]]).toEqual(['mail 103', 'mail 4']);
    expect(await database.db.selectFrom('mails').select('id').execute()).toHaveLength(103);
  });

  it('Stores an email once, however often it is sent', async () => {
    const mailbox = createMailbox(database.db, clock);
    const mail = newMail({ subject: 'again' });
    await mailbox.send(mail);
    await mailbox.send(mail);
    expect(await subjects(mailbox)).toEqual(['again']);
  });

  it('Keeps its emails when the process restarts', async () => {
    await send(createMailbox(database.db, clock), 'kept');
    expect(await subjects(createMailbox(database.db, clock))).toEqual(['kept']);
  });

  it('Tells the sender when an email could not be stored', async () => {
    const mailbox = createMailbox(database.db, clock);
    await database.db.schema.dropTable('mails').execute();
    await expect(send(mailbox, 'lost')).rejects.toThrow();
  });
});
