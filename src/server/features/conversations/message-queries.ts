import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import type { ConversationMessagesTable } from '../../db/tables/conversations.ts';
import type { Db } from '../../db/tables.ts';
import type { Side } from './queries.ts';

export type MessageRow = Pick<ConversationMessagesTable, 'id' | 'number' | 'side' | 'text' | 'photos' | 'client_id' | 'created_at' | 'offer_id'>;

/** `isTyped`: by a person; what the shop writes about an offer is no question. */
type Content = { text: string; photos: string[]; offerId: string | null; isTyped: boolean };
type NewMessage = Content & { conversationId: string; number: number; side: Side; authorId: string; clientId: string; now: number };

const MESSAGE = ['id', 'number', 'side', 'text', 'photos', 'client_id', 'created_at', 'offer_id'] as const;

/** The messages before a number, the latest first, or with `after` those with higher numbers, the earliest first. */
export function findMessages(
  db: Db,
  conversationId: string,
  { limit, after, before }: { limit: number; after?: number | undefined; before: Cursor | null },
): Promise<PageOf<MessageRow>> {
  const query = db.selectFrom('conversation_messages').select(MESSAGE).where('conversation_id', '=', conversationId);
  const page = { limit, toItem: (row: MessageRow) => row };
  if (after !== undefined) return readPage(query.where('number', '>', after), { key: 'number', id: 'id', direction: 'asc' }, { ...page, after: before });
  return readPage(query, { key: 'number', id: 'id' }, { ...page, after: before });
}

/** The last messages of a buyer and a seller about a listing, oldest first. */
export async function findMessagesBetween(db: Db, { listing_id, buyer_id, seller_id }: Pair, limit: number): Promise<MessageRow[]> {
  const latest = await db
    .selectFrom('conversation_messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_messages.conversation_id')
    .select(MESSAGE.map((column) => `conversation_messages.${column}` as const))
    .where('conversations.listing_id', '=', listing_id)
    .where('conversations.buyer_id', '=', buyer_id)
    .where('conversations.seller_id', '=', seller_id)
    .orderBy('conversation_messages.number', 'desc')
    .limit(limit)
    .execute();
  return latest.reverse();
}

type Pair = { listing_id: string; buyer_id: string; seller_id: string };

/** When a person sent the last but `count` - 1 of their messages. */
export async function findSentAt(tx: Db, authorId: string, count: number): Promise<number | null> {
  const row = await tx
    .selectFrom('conversation_messages')
    .select('created_at')
    .where('author_id', '=', authorId)
    .orderBy('created_at', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** What is needed to find numbers that are split over messages: these numbers' and those between, in their order. */
export function findTexts(db: Db, conversationId: string, { from, to }: { from: number; to: number }) {
  return db
    .selectFrom('conversation_messages')
    .select(['number', 'side', 'text', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('number', '>=', from)
    .where('number', '<=', to)
    .orderBy('number')
    .execute();
}

/** A message by the id that its author's device gave it. */
export function findSent(tx: Db, { conversationId, authorId, clientId }: Pick<NewMessage, 'conversationId' | 'authorId' | 'clientId'>) {
  return tx
    .selectFrom('conversation_messages')
    .select(MESSAGE)
    .where('conversation_id', '=', conversationId)
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Adds a message to a locked conversation. Its number is unique there, whatever else goes wrong. */
export async function insertMessage(
  tx: Db,
  { conversationId, number, side, authorId, clientId, text, photos, offerId, isTyped, now }: NewMessage,
): Promise<MessageRow> {
  const latest = sql`(select coalesce(max(created_at), 0) from conversation_messages)`;
  const row = await tx
    .insertInto('conversation_messages')
    .values({
      ...{ id: uuid(), conversation_id: conversationId, number, side, author_id: authorId, client_id: clientId, text, offer_id: offerId },
      photos: JSON.stringify(photos),
      created_at: sql<number>`case when cast(${now} as bigint) > ${latest} then cast(${now} as bigint) else ${latest} + 1 end`,
    })
    .returning(MESSAGE)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('conversations')
    .set((eb) => ({
      last_number: number,
      ...(side === 'buyer' && isTyped && { asked_at: eb.fn.coalesce('asked_at', eb.val(row.created_at)) }),
      ...(side === 'seller' && {
        answered_at: eb
          .case()
          .when('asked_at', 'is', null)
          .then(null)
          .else(eb.fn.coalesce('answered_at', eb.val(row.created_at)))
          .end(),
      }),
    }))
    .where('id', '=', conversationId)
    .where('last_number', '=', number - 1)
    .execute();
  return row;
}

/** Brings both sides up to date with a new message; without `mailAt`, no email is sent about it. */
export async function noteMessage(tx: Db, conversationId: string, { side, created_at: at }: MessageRow, mailAt: number | null): Promise<void> {
  await tx.updateTable('conversation_sides').set({ last_at: at }).where('conversation_id', '=', conversationId).execute();
  await tx
    .updateTable('conversation_sides')
    .set((eb) => ({
      unread: eb('unread', '+', 1),
      mail_at: eb
        .case()
        .when(eb.and([eb('mailed_at', 'is', null), eb('muted_at', 'is', null), eb('mail_at', 'is', null)]))
        .then(eb.cast<number | null>(eb.val(mailAt), 'bigint'))
        .else(eb.ref('mail_at'))
        .end(),
    }))
    .where('conversation_id', '=', conversationId)
    .where('side', '!=', side)
    .execute();
}
