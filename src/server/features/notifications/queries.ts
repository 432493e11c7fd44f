import { v7 as uuid } from 'uuid';
import type { Notification } from '#contract/notifications.ts';
import { toIso } from '#contract/shared/moments.ts';
import { type Cursor, type PageOf, readRows, toPage } from '../../db/paging.ts';
import type { NotificationsTable } from '../../db/tables/messages.ts';
import type { Db } from '../../db/tables.ts';
import { renderStored } from '../../messages/reference-queries.ts';
import { storeMessage } from '../../messages/stored.ts';
import type { Recipient, Words } from './message.ts';

const BATCH = 500;

/** Adds notifications to people's dashboards. */
export async function insertNotifications(tx: Db, notifications: { recipient: Recipient; words: Words }[], now: number): Promise<void> {
  for (let at = 0; at < notifications.length; at += BATCH) {
    await tx
      .insertInto('notifications')
      .values(
        notifications.slice(at, at + BATCH).map(({ recipient, words }) => ({
          id: uuid(),
          user_id: recipient.userId,
          email: recipient.email,
          kind: words.kind,
          ...storeMessage(words),
          path: words.path,
          created_at: now,
          read_at: null,
        })),
      )
      .execute();
  }
}

export async function findNotifications(db: Db, userId: string, limit: number, after: Cursor | null): Promise<PageOf<Notification>> {
  const query = db.selectFrom('notifications').selectAll().where('user_id', '=', userId);
  const rows = await readRows(query, { key: 'created_at', id: 'id' }, { limit, after });
  const rendered = await renderStored(db, rows);
  return toPage(rendered, limit, (row) => ({ key: row.created_at, id: row.id }), toNotification);
}

function toNotification(row: NotificationsTable & { text: string }): Notification {
  return {
    _id: row.id,
    // Only ever written with the contract's values.
    kind: row.kind as Notification['kind'],
    subject: row.subject,
    text: row.text,
    path: row.path,
    at: toIso(row.created_at),
    read: row.read_at !== null,
  };
}

/** Marks all of a person's notifications as read; returns how many were unread. */
export async function markRead(db: Db, userId: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
