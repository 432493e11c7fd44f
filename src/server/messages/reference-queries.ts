import type { Db } from '../db/tables.ts';
import { type Message, type OrderWords, type Reference, type Resolve, referencesIn, renderMessage } from './message.ts';
import { readMessage, type StoredMessage } from './stored.ts';

/** What stands where somebody's words were, once they have deleted their account. */
const GONE = '(deleted)';

/** Stored messages in words, each with the rest of its row. */
export async function renderStored<Row extends StoredMessage>(db: Db, rows: Row[]): Promise<(Row & { text: string })[]> {
  const read = rows.map((row) => ({ row, ...readMessage(row) }));
  const resolve = await findReferences(
    db,
    read.flatMap(({ subject, text }) => [subject, text]),
  );
  return read.map(({ row, subject, text }) => ({ ...row, subject: renderMessage(subject, resolve), text: renderMessage(text, resolve) }));
}

/** Looks up all that these messages refer to, in three reads at the most. */
export async function findReferences(db: Db, messages: Message[]): Promise<Resolve> {
  const references = referencesIn(messages);
  const [names, places, orders] = await Promise.all([findNames(db, references), findPlaces(db, references), findOrders(db, references)]);
  return (reference) => {
    if ('person' in reference) return names.get(reference.person) || GONE;
    if ('proposal' in reference) return places.get(reference.proposal) || GONE;
    return orders.get(reference.order)?.[reference.part] || GONE;
  };
}

async function findNames(db: Db, references: Reference[]): Promise<Map<string, string>> {
  const ids = [...new Set(references.flatMap((reference) => ('person' in reference ? reference.person : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Where somebody proposed to meet. */
async function findPlaces(db: Db, references: Reference[]): Promise<Map<string, string>> {
  const ids = [...new Set(references.flatMap((reference) => ('proposal' in reference ? reference.proposal : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('meeting_proposals').select(['id', 'place']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, place }) => [id, place]));
}

async function findOrders(db: Db, references: Reference[]): Promise<Map<string, Record<OrderWords, string | null>>> {
  const ids = [...new Set(references.flatMap((reference) => ('order' in reference ? reference.order : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .leftJoin('fulfillment_history as canceled', (join) => join.onRef('canceled.order_id', '=', 'orders.id').on('canceled.to_state', '=', 'canceled'))
    .select(['orders.id', 'buyer_name', 'phone', 'meeting_location', 'canceled.note as cancellation'])
    .where('orders.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
