import type { Db } from '../../db/tables.ts';

export type DueMail = Awaited<ReturnType<typeof findDueMails>>[number];

/** Sides whose unread messages have waited long enough for an email, the longest first. */
export function findDueMails(db: Db, now: number, limit: number) {
  return db
    .selectFrom('conversation_sides')
    .innerJoin('conversations', 'conversations.id', 'conversation_sides.conversation_id')
    .innerJoin('listings', 'listings.id', 'conversations.listing_id')
    .innerJoin('users', 'users.id', 'conversation_sides.user_id')
    .select([
      'conversation_sides.conversation_id',
      'conversation_sides.side',
      'conversation_sides.mail_at',
      'conversation_sides.user_id',
      'listings.model_name',
    ])
    .select(['users.email', 'users.removed_at'])
    .where('conversation_sides.mail_at', '<=', now)
    .orderBy('conversation_sides.mail_at')
    .limit(limit)
    .execute();
}

/** Sends somebody no email about what a person they block wrote so far. */
export async function cancelMails(tx: Db, { userId, otherId }: { userId: string; otherId: string }): Promise<void> {
  await tx
    .updateTable('conversation_sides')
    .set({ mail_at: null })
    .where('user_id', '=', userId)
    .where('last_at', 'is not', null)
    .where('mail_at', 'is not', null)
    .where('conversation_id', 'in', (eb) =>
      eb.selectFrom('conversation_sides').select('conversation_id').where('user_id', '=', otherId).where('last_at', 'is not', null),
    )
    .execute();
}

/** Notes that the email is sent, unless another process did or everything was read. Returns how many messages are unread; null when there is nothing to send. */
export async function markMailed(tx: Db, { conversation_id, side, mail_at }: DueMail, now: number): Promise<number | null> {
  const row = await tx
    .updateTable('conversation_sides')
    .set({ mail_at: null, mailed_at: now })
    .where('conversation_id', '=', conversation_id)
    .where('side', '=', side)
    .where('mail_at', '=', mail_at)
    .returning('unread')
    .executeTakeFirst();
  return row && row.unread > 0 ? row.unread : null;
}
