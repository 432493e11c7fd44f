import type { BookedTerms } from '#contract/orders.ts';
import type { Evidence } from '#contract/payments/disputes.ts';
import { toIso } from '#contract/shared/moments.ts';
import { CURRENCY, toDollars } from '#contract/shared/money.ts';
import type { Db } from '../../db/tables.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { describeOrderTest } from '../phone-tests/index.ts';

const ROWS = 30;
const LONGEST = 1000;

type Item = Evidence['items'][number];
type Asked = { db: Db; identity: Pick<IdentityProvider, 'findSignIns'>; now: number };

type SaleRow = NonNullable<Awaited<ReturnType<typeof findSale>>>;

/**
 * What the shop has stored about a disputed sale that its bank may want to see; undefined when there is no such dispute. Bounded: the latest 30 rows of
 * each kind, 1,000 characters a line.
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
    { about: 'Meeting', lines: meetingLines(row) },
    { about: 'Handover', lines: await findProofs(db, row.order_id) },
    { about: 'Phone tests', lines: await describeOrderTest(db, { id: row.order_id, listing_id: row.listing_id }) },
    { about: 'Order history', lines: await findSteps(db, 'order_history', row.order_id) },
    { about: 'From payment to handover', lines: await findSteps(db, 'fulfillment_history', row.order_id) },
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
    .leftJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .select(['disputes.reference', 'disputes.reason', 'disputes.amount_cents', 'disputes.opened_at', 'disputes.evidence_due_at', 'disputes.intent_id'])
    .select(['orders.id as order_id', 'orders.listing_id', 'orders.buyer_id', 'orders.buyer_name', 'orders.email', 'orders.phone', 'orders.meeting_location'])
    .select(['fulfillments.meet_at', 'fulfillments.meet_place', 'fulfillments.handed_over_at'])
    .select([
      'orders.terms',
      'orders.product_name',
      'orders.price_cents',
      'orders.discount_cents',
      'orders.created_at as booked_at',
      'users.created_at as signed_up_at',
    ])
    .select(['listings.brand', 'listings.condition', 'listings.storage', 'listings.color', 'listings.description', 'listings.post_time'])
    .where('disputes.id', '=', disputeId)
    .executeTakeFirst();
}

const dollars = (cents: number): string => `${toDollars(cents).toFixed(2)} ${CURRENCY.toUpperCase()}`;

/** The listing as the order stored it; its seller may have changed it since. Orders of earlier versions have only the present one. */
function listingAsBooked(row: SaleRow): Item {
  // Only ever written as JSON of parsed terms, without the fields that listings have got since.
  const booked = row.terms === null ? null : (JSON.parse(row.terms) as Partial<BookedTerms>);
  const { brand, storage, color, condition, description = '' } = booked ?? row;
  return {
    about: booked === null ? 'Listing as it is now' : 'Listing at the time of booking',
    lines: [
      [`${brand ?? row.brand} ${row.product_name}`, storage, color, condition].filter((fact) => fact !== undefined).join(', '),
      `Price: ${dollars(row.price_cents)}`,
      row.discount_cents === 0 ? '' : `First-purchase discount, paid by the shop: ${dollars(row.discount_cents)}`,
      `Booked: ${toIso(row.booked_at)}`,
      `Listed: ${row.post_time}`,
      `Description: ${description}`,
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

function meetingLines({ meeting_location, meet_at, meet_place, handed_over_at }: SaleRow): string[] {
  return [
    meeting_location === '' ? '' : `Place named when booking: ${meeting_location}`,
    meet_at === null ? '' : `Agreed by both: ${toIso(meet_at)}, ${meet_place ?? ''}`,
    handed_over_at === null ? '' : `Phone handed over: ${toIso(handed_over_at)}`,
  ];
}

/** What each side sent to prove that the phone changed hands, and back. */
async function findProofs(db: Db, orderId: string): Promise<string[]> {
  const proofs = await db.selectFrom('handover_proofs').selectAll().where('order_id', '=', orderId).orderBy('made_at', 'desc').limit(ROWS).execute();
  return proofs.reverse().map(({ direction, side, how, made_at, received_at, counted_at }) => {
    const did = how === 'confirmed' ? 'confirmed on a checklist that they have the phone' : `${how} the code on the other side’s page`;
    const counts = counted_at === null ? 'doesn’t count yet' : `counted ${toIso(counted_at)}`;
    return `${direction === 'return' ? 'Return: the' : 'The'} ${side} ${did}, ${toIso(made_at)}, received ${toIso(received_at)}, ${counts}`;
  });
}

async function findSteps(db: Db, table: 'order_history' | 'fulfillment_history', orderId: string): Promise<string[]> {
  const steps = await db
    .selectFrom(table)
    .select(['at', 'why', 'note', 'by_role'])
    .where('order_id', '=', orderId)
    .orderBy('step', 'desc')
    .limit(ROWS)
    .execute();
  return steps.reverse().map(({ at, why, note, by_role }) => `${toIso(at)}: ${why} (${by_role})${note === null ? '' : `: ${note}`}`);
}

async function findReceiptLines(db: Db, orderId: string): Promise<string[]> {
  const rows = await db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('created_at', 'desc').limit(ROWS).execute();
  return rows
    .reverse()
    .map(
      (row) => `${toIso(row.created_at)}: ${dollars(row.amount_cents)}, transaction ${row.intent_id}, ${row.state}, refunded ${dollars(row.refunded_cents)}`,
    );
}

async function findMessages(db: Db, { buyer_id, order_id }: SaleRow): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'created_at', 'read_at'])
    .where('user_id', '=', buyer_id)
    .where('path', 'like', `%${order_id}`)
    .orderBy('created_at', 'desc')
    .limit(ROWS)
    .execute();
  return rows.reverse().map(({ kind, created_at, read_at }) => `${toIso(created_at)}: ${kind}${read_at === null ? '' : `, read ${toIso(read_at)}`}`);
}
