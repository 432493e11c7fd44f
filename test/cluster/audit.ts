import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { verifyAudit } from '#server/features/audit/index.ts';
import { findBreaches } from '#test/model/invariants.ts';
import type { Journal } from './load/journal.ts';

const SETTLE_MS = 120_000;

/** Waits until every payment that was begun has ended: reservations lapse, and what the provider took is noticed. */
export async function untilSettled(db: Db): Promise<void> {
  for (const end = performance.now() + SETTLE_MS; performance.now() < end; await wait(1000)) if ((await countUnsettled(db)) === 0) return;
  throw new Error(`${await countUnsettled(db)} payments were still under way ${SETTLE_MS / 1000} s after the last call`);
}

async function countUnsettled(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from orders where state in ('paying', 'refunding'))
    + (select count(*) from reservations where ended_at is null) + (select count(*) from payments where state = 'refund_due')
    + (select count(*) from intents_pending_cancellation) + (select count(*) from practice_events where delivered_at is null) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists what was acknowledged and isn't there, and what is there twice or contradicts itself; empty when all is well. */
export async function findFaults(db: Db, journal: Journal): Promise<string[]> {
  return [
    ...(await findLostSales(db, journal)),
    ...(await findLostHandovers(db, journal)),
    ...(await findMessageFaults(db, journal)),
    ...(await findDoubles(db)),
    ...(await findBreachesOfSales(db)),
    ...(await findBrokenAudit(db)),
  ];
}

async function findLostSales(db: Db, { listings, bookings, payments, charges }: Journal): Promise<string[]> {
  const stored = new Set((await db.selectFrom('listings').select('id').execute()).map(({ id }) => id));
  const orders = new Map((await db.selectFrom('orders').select(['id', 'listing_id', 'state']).execute()).map((order) => [order.id, order]));
  const paymentsStored = new Set((await db.selectFrom('payments').select('order_id').where('state', '=', 'kept').execute()).map(({ order_id }) => order_id));
  const taken = new Set((await db.selectFrom('practice_intents').select('id').where('status', '=', 'succeeded').execute()).map(({ id }) => id));
  return [
    ...[...listings].filter((id) => !stored.has(id)).map((id) => `lost: listing ${id}`),
    ...[...bookings].filter(([id, { listingId }]) => orders.get(id)?.listing_id !== listingId).map(([id]) => `lost: order ${id}`),
    ...[...payments].filter((id) => orders.get(id)?.state !== 'paid' || !paymentsStored.has(id)).map((id) => `lost: the payment of order ${id}`),
    ...[...charges].filter((id) => !taken.has(id)).map((id) => `lost: the card payment ${id}`),
  ];
}

async function findLostHandovers(db: Db, { handovers }: Journal): Promise<string[]> {
  const proofs = new Set((await db.selectFrom('handover_proofs').select(['order_id', 'side']).execute()).map(({ order_id, side }) => `${order_id} ${side}`));
  const ended = await db.selectFrom('fulfillments').select('order_id').where('handed_over_at', 'is not', null).execute();
  const handedOver = new Set(ended.map(({ order_id }) => order_id));
  const lost = handovers.filter(({ orderId, by }) => !proofs.has(`${orderId} ${by}`) && !handedOver.has(orderId));
  const both = handovers.filter(({ orderId, by }) => by === 'buyer' && handovers.some((other) => other.orderId === orderId && other.by === 'seller'));
  return [
    ...lost.map(({ orderId, by }) => `lost: the ${by}’s proof of handing over order ${orderId}`),
    ...both.filter(({ orderId }) => !handedOver.has(orderId)).map(({ orderId }) => `order ${orderId} has both proofs, but isn’t handed over`),
  ];
}

async function findMessageFaults(db: Db, { messages }: Journal): Promise<string[]> {
  const rows = await db.selectFrom('conversation_messages').select(['conversation_id', 'number', 'client_id', 'text']).execute();
  const stored = Map.groupBy(rows, ({ client_id }) => client_id);
  const lost = [...messages].filter(([id, { conversationId, number, text }]) => {
    const [row] = stored.get(id) ?? [];
    return !row || row.conversation_id !== conversationId || Number(row.number) !== number || row.text !== text;
  });
  const twice = [...stored].filter(([, all]) => all.length > 1);
  const gaps = [...Map.groupBy(rows, ({ conversation_id }) => conversation_id)].filter(
    ([, all]) => Math.max(...all.map(({ number }) => Number(number))) !== all.length,
  );
  return [
    ...lost.map(([id]) => `lost: message ${id}`),
    ...twice.map(([id]) => `message ${id} is there twice`),
    ...gaps.map(([id]) => `conversation ${id} has a gap in its numbers`),
  ];
}

/** What must not be there twice, counted from the rows themselves: an index that a failover had damaged would hide it. */
async function findDoubles(db: Db): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    for (const how of ['indexscan', 'bitmapscan', 'indexonlyscan']) await sql.raw(`set local enable_${how} = off`).execute(tx);
    const sold = await sql<{ id: string }>`select listing_id as id from orders where paid_at is not null group by listing_id having count(*) > 1`.execute(tx);
    const booked = await sql<{ id: string }>`select listing_id || ' by ' || buyer_id as id from orders where closed_at is null
      group by listing_id, buyer_id having count(*) > 1`.execute(tx);
    return [...sold.rows.map(({ id }) => `phone ${id} is sold twice`), ...booked.rows.map(({ id }) => `phone ${id} is booked twice`)];
  });
}

/** What the payments model checks after each of its interleavings, for every phone that somebody booked. */
async function findBreachesOfSales(db: Db): Promise<string[]> {
  const booked = await db.selectFrom('orders').select('listing_id').distinct().execute();
  const breaches: string[] = [];
  for (const { listing_id } of booked)
    for (const breach of await findBreaches({ db }, { listingId: listing_id })) breaches.push(`phone ${listing_id}: ${breach}`);
  return breaches;
}

async function findBrokenAudit(db: Db): Promise<string[]> {
  const { broken } = await verifyAudit(db);
  return broken ? [`the audit log: ${JSON.stringify(broken)}`] : [];
}
