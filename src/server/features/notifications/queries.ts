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

/** How many of a person's notifications are unread, up to `most`. */
export async function countUnread(db: Db, userId: string, most: number): Promise<number> {
  const rows = await db.selectFrom('notifications').select('id').where('user_id', '=', userId).where('read_at', 'is', null).limit(most).execute();
  return rows.length;
}

/** One of a person's notifications. */
export function findNotification(db: Db, userId: string, id: string): Promise<Pick<NotificationsTable, 'id' | 'created_at'> | undefined> {
  return db.selectFrom('notifications').select(['id', 'created_at']).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
}

type Chosen = { through: Pick<NotificationsTable, 'id' | 'created_at'> | null; path: string | undefined; now: number };

/**
 * Marks a person's notifications as read, those up to `through` or all, of these only those that lead to `path` and say what stands there; returns how many
 * were unread.
 */
export async function markRead(db: Db, userId: string, { through, path, now }: Chosen) {
  const unread = db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    // An order's page doesn't say that its seller is suspended.
    .$if(path !== undefined, (query) => query.where('path', '=', path ?? '').where('kind', '!=', 'partner_suspended'));
  const chosen = through
    ? unread.where((eb) => eb.or([eb('created_at', '<', through.created_at), eb('created_at', '=', through.created_at).and('id', '<=', through.id)]))
    : unread;
  return Number((await chosen.executeTakeFirst()).numUpdatedRows);
}

/** Marks one notification as read; returns whether it was unread. */
export async function markOneRead(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('notifications').set({ read_at: now }).where('id', '=', id).where('read_at', 'is', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}
