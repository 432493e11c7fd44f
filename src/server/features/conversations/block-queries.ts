import type { Db } from '../../db/tables.ts';

/** Whether either of two people has blocked the other: `is_blocked`: the second the first. */
export async function findBlocks(db: Db, userId: string, otherId: string): Promise<{ is_blocked: boolean; is_blocking: boolean }> {
  const rows = await db
    .selectFrom('conversation_blocks')
    .select('blocker_id')
    .where((eb) => eb.or([eb.and({ blocker_id: userId, blocked_id: otherId }), eb.and({ blocker_id: otherId, blocked_id: userId })]))
    .execute();
  return { is_blocked: rows.some(({ blocker_id }) => blocker_id === otherId), is_blocking: rows.some(({ blocker_id }) => blocker_id === userId) };
}

/** Blocks somebody; returns false when they were blocked. */
export async function insertBlock(db: Db, blockerId: string, blockedId: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('conversation_blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Unblocks somebody; returns false when they weren’t blocked. */
export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('conversation_blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
