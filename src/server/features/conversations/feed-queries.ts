import type { Db } from '../../db/tables.ts';

export type NewMessageRow = Awaited<ReturnType<typeof findMessagesSince>>[number];

/** When the latest message of all was written (epoch ms); 0 when there is none. */
export async function findPosition(db: Db): Promise<number> {
  const row = await db
    .selectFrom('conversation_messages')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}

/** Everybody's messages since then, without their texts. */
export function findMessagesSince(db: Db, since: number) {
  return db
    .selectFrom('conversation_messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_messages.conversation_id')
    .select(['conversation_messages.id', 'conversation_messages.conversation_id', 'conversation_messages.number', 'conversation_messages.created_at'])
    .select(['conversations.buyer_id', 'conversations.seller_id'])
    .where('conversation_messages.created_at', '>=', since)
    .orderBy('conversation_messages.created_at')
    .execute();
}

/** A person's conversations with messages since then, the latest first. */
export function findChanged(db: Db, userId: string, { since, limit }: { since: number; limit: number }) {
  return db
    .selectFrom('conversation_sides')
    .innerJoin('conversations', 'conversations.id', 'conversation_sides.conversation_id')
    .select(['conversations.id', 'conversations.last_number'])
    .where('conversation_sides.user_id', '=', userId)
    .where('conversation_sides.last_at', '>=', since)
    .orderBy('conversation_sides.last_at', 'desc')
    .limit(limit)
    .execute();
}
