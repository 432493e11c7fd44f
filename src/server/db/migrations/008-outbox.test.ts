import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp, sendMails } from '#test/support/app.ts';
import { createPerson } from '#test/support/world/world.ts';
import { outbox } from './008-outbox.ts';
import { adoptPlainNames, restoreFormerNames } from './033-plain-names.ts';

test('Pending notifications are emailed once, however often the migration was begun, and sent ones are not', async () => {
  const shop = await createTestApp();
  const reader = await createPerson(shop, 'buyer');
  const { db } = shop.services;
  const insert = (id: string, dueAt: number | null) =>
    sql`insert into notices (id, user_id, email, kind, subject, body, path, created_at, mail_due_at)
      values (${id}, ${reader.id}, ${reader.email}, 'your_turn', ${id}, 'It is kept for you.', '/dashboard/payment/one', 1, ${dueAt})`.execute(db);
  await restoreFormerNames(db as unknown as Kysely<unknown>);
  await insert('mailed', null);
  await insert('due', 1);
  await insert('being tried', shop.clock.now() + 60_000);
  for (const statement of [...outbox.slice(0, 5), ...outbox]) await sql.raw(statement).execute(db);
  await adoptPlainNames(db as unknown as Kysely<unknown>);
  await sendMails(shop);
  shop.clock.advance(60_000);
  await sendMails(shop);
  await sendMails(shop);
  const mails = ((await shop.call('GET', '/mailbox')).body as { subject: string; text: string }[]).toReversed();
  expect(mails.map(({ subject }) => subject)).toEqual(['due', 'being tried']);
  expect(mails[0]?.text).toContain(`It is kept for you.\n\nSee it in the shop:\n${shop.services.origin.url()}/dashboard/payment/one\n`);
  await shop.close();
});
