import { v7 as uuid } from 'uuid';
import type { Notification } from '#contract/notifications.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { NotificationsTable } from '../../db/tables/messages.ts';
import type { Db } from '../../db/tables.ts';
import { renderStored } from '../../messages/reference-queries.ts';
import { storeMessage } from '../../messages/stored.ts';
import { postMails } from '../mail/index.ts';
import type { Words } from './words.ts';

/** To whom: their account and the address that the mail goes to. */
export type Recipient = { userId: string; email: string };

/** The buyer of an order, at the address that they booked with. */
export const buyerOf = (order: { buyer_id: string; email: string }): Recipient => ({ userId: order.buyer_id, email: order.email });

const BATCH = 500;

/** Tells people something, each their own words; in the dashboard and by mail. Call it in the transaction of what happened, so that neither is without the other. */
export const notify = async (tx: Db, notifications: { recipient: Recipient; words: Words }[], now: number): Promise<void> => {
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
  const posted = notifications.map(({ recipient, words: { kind, subject, text, path, label } }) => ({
    to: recipient.email,
    content: { kind, subject, text, link: path, label },
  }));
  await postMails(tx, posted, now);
};

const toNotification = (row: NotificationsTable & { text: string }): Notification => ({
  _id: row.id,
  // Only ever written from the contract's words.
  kind: row.kind as Notification['kind'],
  subject: row.subject,
  text: row.text,
  path: row.path,
  at: new Date(row.created_at).toISOString(),
  read: row.read_at !== null,
});

export const findNotifications = async (db: Db, userId: string, limit: number, after: Cursor | null): Promise<PageOf<Notification>> => {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const rendered = await renderStored(db, rows);
  return toPage(rendered, limit, (row) => ({ key: row.created_at, id: row.id }), toNotification);
};

/** How many were not read before. */
export const markRead = async (db: Db, userId: string, now: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
