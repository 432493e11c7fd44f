import type { HandoverDirection, HandoverProof } from '#contract/handover.ts';
import { CODE_STEP_SECONDS } from '#contract/handover-code.ts';
import type { OrderSide } from '#contract/orders.ts';
import { seconds } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { HandoverCodesTable, HandoverProofsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';

export type ProofRow = HandoverProofsTable;
type CodesRow = HandoverCodesTable;

export async function findProofs(db: Db, orderId: string, direction: HandoverDirection): Promise<Partial<Record<OrderSide, ProofRow>>> {
  const rows = await db.selectFrom('handover_proofs').selectAll().where('order_id', '=', orderId).where('direction', '=', direction).execute();
  return Object.fromEntries(rows.map((row) => [row.side, row]));
}

/** What both sides sent to prove the handover and the return, in the order in which it arrived. */
export async function readHandoverRecord(db: Db, orderId: string): Promise<HandoverProof[]> {
  const rows = await db.selectFrom('handover_proofs').selectAll().where('order_id', '=', orderId).execute();
  const inOrder = rows.toSorted((one, other) => one.received_at - other.received_at || (one.side < other.side ? -1 : 1));
  return inOrder.map(({ direction, side, how, step, offline, made_at, received_at, counted_at }) => ({
    ...{ direction, side, how, isOffline: offline === 1 },
    shownAt: step === null ? null : toIso(seconds(step * CODE_STEP_SECONDS)),
    madeAt: toIso(made_at),
    receivedAt: toIso(received_at),
    countedAt: toIso(counted_at),
  }));
}

/** Whether a side sent anything to prove the handover, even if it doesn't count: the buyer may have the phone. */
export async function hasHandoverProof(db: Db, orderId: string): Promise<boolean> {
  return Object.keys(await findProofs(db, orderId, 'handover')).length > 0;
}

/** Whether the buyer's code from a meeting to return the phone waits for the seller's confirmation. */
export async function hasWaitingReturnCode(db: Db, orderId: string): Promise<boolean> {
  const { buyer } = await findProofs(db, orderId, 'return');
  return buyer !== undefined && buyer.counted_at === null;
}

/** Replaces a side's proof. */
export async function writeProof(tx: Db, proof: ProofRow): Promise<void> {
  await tx
    .insertInto('handover_proofs')
    .values(proof)
    .onConflict((conflict) => conflict.columns(['order_id', 'direction', 'side']).doUpdateSet(proof))
    .execute();
}

export async function deleteProof(tx: Db, { order_id, direction, side }: ProofRow): Promise<void> {
  await tx.deleteFrom('handover_proofs').where('order_id', '=', order_id).where('direction', '=', direction).where('side', '=', side).execute();
}

/** Which codes of an order were used, and how often wrong ones were typed. */
export async function findCodes(db: Db, orderId: string): Promise<CodesRow> {
  const row = await db.selectFrom('handover_codes').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  return row ?? { order_id: orderId, last_step: null, wrong_tries: 0, tries_since: null, pauses: 0, paused_until: null };
}

export async function writeCodes(tx: Db, codes: CodesRow): Promise<void> {
  await tx
    .insertInto('handover_codes')
    .values(codes)
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(codes))
    .execute();
}
