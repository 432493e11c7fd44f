import { v7 as uuid } from 'uuid';
import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import type { ConversationMessagesTable } from '../../db/tables/conversations.ts';
import type { Db } from '../../db/tables.ts';
import { isWithinADay } from '../../db/within-a-day.ts';

export type Side = ConversationMessagesTable['side'];
export type ConversationRow = NonNullable<Awaited<ReturnType<typeof findConversation>>>;

type Sides = { listingId: string; buyerId: string; sellerId: string };
/** One of a person's conversations, as they see it; undefined for another's. */
export async function findConversation(db: Db, userId: string, id: string) {
  return selectConversations(db, userId).where('conversations.id', '=', id).executeTakeFirst();
}

/** A person's conversations that have messages, the latest first. */
export function findConversations(db: Db, userId: string, page: { limit: number; after: Cursor | null }): Promise<PageOf<ConversationRow>> {
  return readPage(
    selectConversations(db, userId).where('mine.last_at', 'is not', null),
    { key: 'mine.last_at', id: 'mine.conversation_id' },
    { ...page, toItem: (row) => row },
  );
}

function selectConversations(db: Db, userId: string) {
  return db
    .selectFrom('conversation_sides as mine')
    .innerJoin('conversations', 'conversations.id', 'mine.conversation_id')
    .innerJoin('conversation_sides as theirs', (join) =>
      join.onRef('theirs.conversation_id', '=', 'mine.conversation_id').onRef('theirs.side', '!=', 'mine.side'),
    )
    .innerJoin('users as others', 'others.id', 'theirs.user_id')
    .innerJoin('listings', 'listings.id', 'conversations.listing_id')
    .leftJoin('conversation_messages as latest', (join) =>
      join.onRef('latest.conversation_id', '=', 'conversations.id').onRef('latest.number', '=', 'conversations.last_number'),
    )
    .where('mine.user_id', '=', userId)
    .select(['conversations.id', 'conversations.listing_id', 'conversations.buyer_id', 'conversations.seller_id', 'conversations.last_number'])
    .select([
      'mine.side',
      'mine.last_at',
      'mine.unread',
      'mine.muted_at',
      'theirs.user_id as other_id',
      'theirs.read_number as other_read',
      'theirs.muted_at as other_muted_at',
    ])
    .select(['others.name as other_name', 'others.removed_at as other_removed_at'])
    .select(['listings.model_name', 'listings.image', 'listings.sold_at', 'listings.removed_at as listing_removed_at'])
    .select('listings.removed_reason as listing_removed_reason')
    .select([
      'latest.id as latest_id',
      'latest.side as latest_side',
      'latest.text as latest_text',
      'latest.photos as latest_photos',
      'latest.offer_id as latest_offer',
    ])
    .select('latest.created_at as latest_at')
    .select((eb) => [
      eb
        .selectFrom('orders')
        .select('orders.id')
        .whereRef('orders.listing_id', '=', 'conversations.listing_id')
        .whereRef('orders.buyer_id', '=', 'conversations.buyer_id')
        .where('orders.state', 'in', ['paid', 'refunding'])
        .limit(1)
        .as('order_id'),
      eb
        .selectFrom('conversation_blocks')
        .select('created_at')
        .whereRef('blocker_id', '=', 'mine.user_id')
        .whereRef('blocked_id', '=', 'theirs.user_id')
        .as('blocking_since'),
    ]);
}

/** The id of the conversation of a listing and a buyer; undefined when they have none. */
export async function findConversationOf(db: Db, listingId: string, buyerId: string): Promise<string | undefined> {
  const row = await db.selectFrom('conversations').select('id').where('listing_id', '=', listingId).where('buyer_id', '=', buyerId).executeTakeFirst();
  return row?.id;
}

/** How many conversations a person has begun within a day, and when the first of these. */
export async function countBegun(tx: Db, buyerId: string, now: number): Promise<{ begun: number; oldest: number }> {
  const row = await tx
    .selectFrom('conversations')
    .select((eb) => [eb.fn.countAll<number>().as('begun'), eb.fn.min('created_at').as('oldest')])
    .where('buyer_id', '=', buyerId)
    .where(isWithinADay(now))
    .executeTakeFirstOrThrow();
  return { begun: Number(row.begun), oldest: Number(row.oldest ?? now) };
}

/** Begins a conversation, unless there is one; returns its id or the other's. */
export async function insertConversation(tx: Db, { listingId, buyerId, sellerId }: Sides, now: number): Promise<string> {
  const id = uuid();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('conversations')
    .values({ id, listing_id: listingId, buyer_id: buyerId, seller_id: sellerId, created_at: now, last_number: 0, asked_at: null, answered_at: null })
    .onConflict((conflict) => conflict.columns(['listing_id', 'buyer_id']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return (await findConversationOf(tx, listingId, buyerId)) ?? id;
  const untouched = { last_at: null, unread: 0, read_number: 0, muted_at: null, mail_at: null, mailed_at: null };
  await tx
    .insertInto('conversation_sides')
    .values([
      { conversation_id: id, side: 'buyer', user_id: buyerId, ...untouched },
      { conversation_id: id, side: 'seller', user_id: sellerId, ...untouched },
    ])
    .execute();
  return id;
}

/** Locks a conversation until the transaction ends, so that its messages are added one after the other; returns its last number. */
export async function lockConversation(tx: Db, id: string): Promise<number> {
  const { last_number } = await tx
    .updateTable('conversations')
    .set((eb) => ({ last_number: eb.ref('last_number') }))
    .where('id', '=', id)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

/** Marks messages of a locked conversation up to a number as read; returns false when they were. About later ones an email stays due. */
export async function markRead(tx: Db, { conversationId, userId }: { conversationId: string; userId: string }, number: number): Promise<boolean> {
  const { count } = await tx
    .selectFrom('conversation_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .where('number', '>', number)
    .where('author_id', '!=', userId)
    .executeTakeFirstOrThrow();
  const unread = Number(count);
  const { numUpdatedRows } = await tx
    .updateTable('conversation_sides as mine')
    .set({ read_number: number, unread, mailed_at: null, ...(unread === 0 && { mail_at: null }) })
    .where('mine.conversation_id', '=', conversationId)
    .where('mine.user_id', '=', userId)
    .where('mine.read_number', '<', number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** In how many conversations somebody has unread messages, without muted ones and those with people they blocked. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('conversation_sides')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('unread', '>', 0)
    .where('muted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversation_sides as theirs')
            .innerJoin('conversation_blocks', (join) => join.onRef('blocked_id', '=', 'theirs.user_id').on('blocker_id', '=', userId))
            .select('blocked_id')
            .whereRef('theirs.conversation_id', '=', 'conversation_sides.conversation_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Mutes a conversation for one of its people, or ends that; returns whether it changed. */
export async function setMuted(db: Db, { conversationId, userId }: { conversationId: string; userId: string }, mutedAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_sides')
    .set({ muted_at: mutedAt, ...(mutedAt !== null && { mail_at: null }) })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('muted_at', mutedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
