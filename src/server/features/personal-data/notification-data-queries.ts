import type { Db } from '../../db/tables.ts';
import { renderStored } from '../../messages/reference-queries.ts';
import type { StoredMessage } from '../../messages/stored.ts';
import { ownRows } from './own-row-queries.ts';
import type { StoredTables } from './stored-data.ts';

/** What the shop told a person, and how they want to be told. */
export const NOTIFICATION_DATA = {
  notifications: {
    name: 'notices',
    about: 'Your notifications.',
    rows: async (db, { id }) =>
      withMessages(
        db,
        await db
          .selectFrom('notifications')
          .select(['subject', 'body', 'filled_with', 'path', 'created_at', 'read_at'])
          .where('user_id', '=', id)
          .orderBy('id')
          .execute(),
      ),
  },
  notification_settings: {
    name: 'notification_settings',
    about: 'The topics of which you don’t want emails or push notifications.',
    rows: ownRows('notification_settings', ['topic', 'channel', 'off_at'], { owner: 'user_id', order: ['topic', 'channel'] }),
  },
  push_subscriptions: {
    name: 'push_devices',
    about: 'The devices that get your push notifications, and the address of each at its push service.',
    rows: ownRows('push_subscriptions', ['id', 'device', 'endpoint', 'created_at'], { owner: 'user_id', order: ['id'] }),
  },
  outbox: {
    name: 'mails',
    about: 'Emails we sent you in the last few weeks, without secret links.',
    rows: async (db, { email }) =>
      withMessages(
        db,
        await db
          .selectFrom('outbox')
          .select(['id', 'kind', 'subject', 'body', 'filled_with', 'created_at', 'sent_at'])
          .where('recipient', '=', email)
          .orderBy('id')
          .execute(),
      ),
  },
  mails: {
    name: 'mailbox',
    about: 'Emails in the demo shop’s mailbox, by the IDs of the emails above.',
    rows: (db, { email }) => db.selectFrom('mails').select(['id', 'sent_at']).where('recipient', '=', email).execute(),
  },
} satisfies Partial<StoredTables>;

async function withMessages<Row extends StoredMessage>(db: Db, rows: Row[]) {
  return (await renderStored(db, rows)).map(({ body: _template, filled_with: _values, ...row }) => row);
}
