import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { createTestApp, mailsTo } from '#test/support/app.ts';
import { completeOrder, createListing, createPerson, sellTo } from '#test/support/world/world.ts';
import { referToPeople } from './028-messages.ts';
import { adoptPlainNames, restoreFormerNames } from './033-plain-names.ts';

/** A message as the version before the migration wrote it: only these texts are found again by the orders that they are about. */
function asBefore([subject = '', text = '']: string[] = []): { subject: string; body: string } {
  const body = text.replace(/(for \$289\.00\.) .*$/su, '$1 Keep it for now: it is sold once somebody has paid, and then you read whom to meet and where.');
  const sold = text
    .replace('bought your Galaxy S21 for $289.00. Call', 'paid $289.00 for your Galaxy S21. Call')
    .replace('to arrange the meeting. They suggest this place: ', 'and meet here: ');
  if (sold !== text) return { subject, body: sold };
  return { subject: body === text ? subject : 'Somebody booked your Galaxy S21', body };
}

// A migration knows of no tables.
async function migration(db: unknown): Promise<void> {
  await restoreFormerNames(db as Kysely<unknown>);
  await referToPeople(db as Kysely<unknown>);
  await referToPeople(db as Kysely<unknown>);
  await adoptPlainNames(db as Kysely<unknown>);
}

test('Old messages that name a buyer refer to their order, read the same, and lose only the buyer', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const seller = await createPerson(shop, 'seller');
  const buyer = await createPerson(shop, 'buyer', { name: 'paid' });
  const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
  await completeOrder(shop, orderId);
  const notificationsOf = async () =>
    ((await shop.call('GET', '/notifications', { as: seller.token })).body as Notification[]).map(({ subject, text }) => [subject, text]);
  const said = async () => [...(await notificationsOf()), ...(await mailsTo(shop, seller.email)).map(({ subject, text }) => [subject, text])];

  // As they were stored before: as plain text, in the words of that version.
  for (const table of ['notifications', 'outbox'] as const) {
    const rows = table === 'notifications' ? await notificationsOf() : (await mailsTo(shop, seller.email)).map(({ subject, text }) => [subject, text]);
    const ids = await db
      .selectFrom(table)
      .select('id')
      .where(table === 'notifications' ? 'user_id' : 'recipient', '=', table === 'notifications' ? seller.id : seller.email)
      .orderBy('id', table === 'notifications' ? 'desc' : 'asc')
      .execute();
    for (const [at, { id }] of ids.entries())
      await db
        .updateTable(table)
        .set({ ...asBefore(rows[at]), filled_with: null })
        .where('id', '=', id)
        .execute();
  }
  await db
    .insertInto('notifications')
    .values({
      id: 'another',
      user_id: seller.id,
      email: seller.email,
      kind: 'phone_sold',
      subject: 'Sold: Galaxy S21',
      body: 'paid is only a word here {0}.',
      filled_with: null,
      path: '/',
      created_at: 1,
      read_at: null,
    })
    .execute();
  const before = await said();
  await migration(db);
  expect(await said()).toEqual(before);

  await shop.call('DELETE', `/personalData?email=${buyer.email}`, { as: buyer.token });
  expect((await said()).map(([, text]) => text)).toEqual([
    'Deleted account paid $289.00 for your Galaxy S21. Call (deleted) and meet here: (deleted).',
    'paid is only a word here {0}.',
    expect.stringMatching(/^Deleted account booked your Galaxy S21 for \$289\.00\. /u),
    'Deleted account paid $289.00 for your Galaxy S21. Call (deleted) and meet here: (deleted).',
  ]);
  await shop.close();
});
