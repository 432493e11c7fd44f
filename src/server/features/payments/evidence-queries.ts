import type { Evidence } from '#contract/payments/disputes.ts';
import { toIso } from '#contract/shared/moments.ts';
import { CURRENCY, toDollars } from '#contract/shared/money.ts';
import type { Db } from '../../db/tables.ts';
import type { IdentityProvider } from '../../ports/identity.ts';

const ROWS = 30;
const LONGEST = 1000;

type Item = Evidence['items'][number];
type Asked = { db: Db; identity: Pick<IdentityProvider, 'findSignIns'>; now: number };

type SaleRow = NonNullable<Awaited<ReturnType<typeof findSale>>>;

/**
 * What the shop has stored about a disputed sale that its bank may want to see; undefined when there is no such dispute. Bounded: 30 rows of each
 * kind, 1,000 characters a line.
 */
export async function findEvidence({ db, identity, now }: Asked, disputeId: string): Promise<Evidence | undefined> {
  const row = await findSale(db, disputeId);
  if (!row) return undefined;
  const items: Item[] = [
    {
      about: 'Dispute',
      lines: [`Dispute ${row.reference}, ${row.reason}, ${dollars(row.amount_cents)}, opened ${toIso(row.opened_at)}`, `Transaction ${row.intent_id}`],
    },
    listingAsBooked(row),
    { about: 'Buyer', lines: [`Name: ${row.buyer_name}`, `Email: ${row.email}`, `Phone: ${row.phone}`, `Signed up: ${toIso(row.signed_up_at)}`] },
    { about: 'Networks the buyer logged in from', lines: await findNetworks({ db, identity, now }, row) },
    { about: 'Meeting place', lines: [row.meeting_location] },
    { about: 'Order history', lines: await findSteps(db, row.order_id) },
    { about: 'Receipt', lines: await findReceiptLines(db, row.order_id) },
    { about: 'Messages sent to the buyer about this order', lines: await findMessages(db, row) },
  ].map(({ about, lines }) => ({ about, lines: lines.filter((line) => line.trim() !== '').map((line) => line.slice(0, LONGEST)) }));
  const text = items.map(({ about, lines }) => `${about}\n${lines.map((line) => `  ${line}`).join('\n')}`).join('\n\n');
  return { disputeId, dueAt: row.evidence_due_at === null ? null : toIso(row.evidence_due_at), items, text };
}

function findSale(db: Db, disputeId: string) {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .select(['disputes.reference', 'disputes.reason', 'disputes.amount_cents', 'disputes.opened_at', 'disputes.evidence_due_at', 'disputes.intent_id'])
    .select(['orders.id as order_id', 'orders.buyer_id', 'orders.buyer_name', 'orders.email', 'orders.phone', 'orders.meeting_location'])
    .select(['orders.product_name', 'orders.price_cents', 'orders.discount_cents', 'orders.created_at as booked_at', 'users.created_at as signed_up_at'])
    .select(['listings.brand', 'listings.condition', 'listings.storage', 'listings.color', 'listings.description', 'listings.post_time'])
    .where('disputes.id', '=', disputeId)
    .executeTakeFirst();
}

const dollars = (cents: number): string => `${toDollars(cents).toFixed(2)} ${CURRENCY.toUpperCase()}`;

function listingAsBooked(row: SaleRow): Item {
  return {
    about: 'Listing at the time of booking',
    lines: [
      `${row.brand} ${row.product_name}, ${row.storage}, ${row.color}, ${row.condition}`,
      `Price: ${dollars(row.price_cents)}`,
      row.discount_cents === 0 ? '' : `First-purchase discount, paid by the shop: ${dollars(row.discount_cents)}`,
      `Booked: ${toIso(row.booked_at)}`,
      `Listed: ${row.post_time}`,
      `Description: ${row.description}`,
    ],
  };
}

/** Client networks, not addresses: those of active sessions and of the buyer's acts in the audit log. */
async function findNetworks({ db, identity, now }: Asked, { buyer_id, email }: SaleRow): Promise<string[]> {
  const signIns = email === '' ? [] : await identity.findSignIns(email, now);
  const acts = await db
    .selectFrom('audit_log')
    .select(['at', 'act', 'network'])
    .where('actor_id', '=', buyer_id)
    .where('network', 'is not', null)
    .orderBy('at', 'desc')
    .limit(ROWS)
    .execute();
  return [
    ...signIns.slice(0, ROWS).map(({ startedAt, address }) => `Logged in ${toIso(startedAt)}${address === null ? '' : ` from ${address}`}`),
    ...acts.map((act) => `${act.act} ${toIso(act.at)} from ${act.network}`),
  ];
}

async function findSteps(db: Db, orderId: string): Promise<string[]> {
  const steps = await db.selectFrom('order_history').select(['at', 'why', 'by_role']).where('order_id', '=', orderId).orderBy('step').limit(ROWS).execute();
  return steps.map((step) => `${toIso(step.at)}: ${step.why} (${step.by_role})`);
}

async function findReceiptLines(db: Db, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('created_at').limit(ROWS).execute();
  return rows.map(
    (row) => `${toIso(row.created_at)}: ${dollars(row.amount_cents)}, transaction ${row.intent_id}, ${row.state}, refunded ${dollars(row.refunded_cents)}`,
  );
}

async function findMessages(db: Db, { buyer_id, order_id }: SaleRow): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'created_at', 'read_at'])
    .where('user_id', '=', buyer_id)
    .where('path', 'like', `%${order_id}`)
    .orderBy('created_at')
    .limit(ROWS)
    .execute();
  return rows.map(({ kind, created_at, read_at }) => `${toIso(created_at)}: ${kind}${read_at === null ? '' : `, read ${toIso(read_at)}`}`);
}
