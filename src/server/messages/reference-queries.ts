import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { Db } from '../db/tables.ts';
import { type Message, type OrderWords, type Reference, type Resolve, referencesIn, renderMessage } from './message.ts';
import { readMessage, type StoredMessage } from './stored.ts';

/** What stands where somebody's words were, once they have deleted their account or were removed. */
const GONE = '(deleted)';

/** Who reads a message: the person with this address, or an admin, who sees what removed people wrote, too. */
type Reader = { email: string } | 'admin';

/** Who wrote the words that a message refers to. */
type Author = { email: string; removed_at: number | null };

/** Stored messages in words, each with the rest of its row; as this reader sees them. */
export async function renderStored<Row extends StoredMessage>(db: Db, rows: Row[], reader?: Reader): Promise<(Row & { text: string })[]> {
  const read = rows.map((row) => ({ row, ...readMessage(row) }));
  const resolveFor = await findReferences(
    db,
    read.flatMap(({ subject, text }) => [subject, text]),
  );
  const resolve = resolveFor(reader);
  return read.map(({ row, subject, text }) => ({ ...row, subject: renderMessage(subject, resolve), text: renderMessage(text, resolve) }));
}

/**
 * Looks up all that these messages refer to, in three reads at the most. What people wrote who were removed is shown to nobody but themselves and admins.
 */
export async function findReferences(db: Db, messages: Message[]): Promise<(reader?: Reader) => Resolve> {
  const references = referencesIn(messages);
  const [names, places, orders] = await Promise.all([findNames(db, references), findPlaces(db, references), findOrders(db, references)]);
  return (reader) => (reference) => {
    if ('person' in reference) {
      const person = names.get(reference.person);
      return (person && (isHidden(person, reader) ? DELETED_NAME : person.name)) || GONE;
    }
    if ('proposal' in reference) {
      const proposal = places.get(reference.proposal);
      return (proposal && !isHidden(proposal, reader) && proposal.place) || GONE;
    }
    const order = orders.get(reference.order);
    if (!order) return GONE;
    if (reference.part === 'cancellation') return (!isHidden(order.canceler, reader) && order.cancellation) || GONE;
    if (!isHidden(order, reader)) return order[reference.part] || GONE;
    return reference.part === 'buyer_name' ? DELETED_NAME : GONE;
  };
}

function isHidden({ email, removed_at }: Author, reader: Reader | undefined): boolean {
  if (removed_at === null || reader === 'admin') return false;
  return reader?.email !== email;
}

async function findNames(db: Db, references: Reference[]): Promise<Map<string, Author & { name: string }>> {
  const ids = [...new Set(references.flatMap((reference) => ('person' in reference ? reference.person : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name', 'email', 'removed_at']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Where somebody proposed to meet. */
async function findPlaces(db: Db, references: Reference[]): Promise<Map<string, Author & { place: string }>> {
  const ids = [...new Set(references.flatMap((reference) => ('proposal' in reference ? reference.proposal : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('meeting_proposals')
    .innerJoin('users', 'users.id', 'meeting_proposals.by_id')
    .select(['meeting_proposals.id as proposal', 'meeting_proposals.place', 'users.email', 'users.removed_at'])
    .where('meeting_proposals.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.proposal, row]));
}

type OrderTexts = Author & Record<OrderWords, string | null> & { canceler: Author };

/** What the buyers of orders wrote, and why an order was canceled. */
async function findOrders(db: Db, references: Reference[]): Promise<Map<string, OrderTexts>> {
  const ids = [...new Set(references.flatMap((reference) => ('order' in reference ? reference.order : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .leftJoin('fulfillment_history as canceled', (join) => join.onRef('canceled.order_id', '=', 'orders.id').on('canceled.to_state', '=', 'canceled'))
    .leftJoin('users as cancelers', 'cancelers.id', 'canceled.by_id')
    .select(['orders.id as order', 'buyer_name', 'phone', 'meeting_location', 'canceled.note as cancellation'])
    .select(['users.email', 'users.removed_at', 'cancelers.email as canceler_email', 'cancelers.removed_at as canceler_removed_at'])
    .where('orders.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.order, { ...row, canceler: { email: row.canceler_email ?? '', removed_at: row.canceler_removed_at } }]));
}
