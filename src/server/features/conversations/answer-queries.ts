import type { Db } from '../../db/tables.ts';

/** A busy seller's latest conversations say enough. */
const MOST = 500;

/** When a seller was first asked in each conversation since then, and when they first answered; without people they have blocked. */
export function findAnswerTimes(db: Db, sellerId: string, since: number): Promise<{ asked_at: number; answered_at: number | null }[]> {
  return db
    .selectFrom('conversations')
    .select(['asked_at', 'answered_at'])
    .$narrowType<{ asked_at: number }>()
    .where('seller_id', '=', sellerId)
    .where('asked_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('conversation_blocks').select('blocker_id').where('blocker_id', '=', sellerId).whereRef('blocked_id', '=', 'conversations.buyer_id')),
      ),
    )
    .orderBy('asked_at', 'desc')
    .limit(MOST)
    .execute();
}
