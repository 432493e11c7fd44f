import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { Db } from '../db/tables.ts';
import { type Message, type OrderWords, type Reference, type Resolve, referencesIn, renderMessage } from './message.ts';
import { readMessage, type StoredMessage } from './stored.ts';

/** What stands where somebody's words were, once they have deleted their account or were removed. */
const GONE = '(deleted)';

/** Stored messages in words, each with the rest of its row; without the names and words of people who were removed. */
export async function renderStored<Row extends StoredMessage>(db: Db, rows: Row[]): Promise<(Row & { text: string })[]> {
  const read = rows.map((row) => ({ row, ...readMessage(row) }));
  const resolve = await findReferences(
    db,
    read.flatMap(({ subject, text }) => [subject, text]),
    { hidesRemoved: true },
  );
  return read.map(({ row, subject, text }) => ({ ...row, subject: renderMessage(subject, resolve), text: renderMessage(text, resolve) }));
}

/** Looks up all that these messages refer to, in three reads at the most. `hidesRemoved`: not for messages to be sent, as a removed person gets some too. */
export async function findReferences(db: Db, messages: Message[], { hidesRemoved = false } = {}): Promise<Resolve> {
  const references = referencesIn(messages);
  const [names, places, orders] = await Promise.all([
    findNames(db, references, hidesRemoved),
    findPlaces(db, references, hidesRemoved),
    findOrders(db, references, hidesRemoved),
  ]);
  return (reference) => {
    if ('person' in reference) return names.get(reference.person) || GONE;
    if ('proposal' in reference) return places.get(reference.proposal) || GONE;
    return orders.get(reference.order)?.[reference.part] || GONE;
  };
}

async function findNames(db: Db, references: Reference[], hidesRemoved: boolean): Promise<Map<string, string>> {
  const ids = [...new Set(references.flatMap((reference) => ('person' in reference ? reference.person : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name', 'removed_at']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name, removed_at }) => [id, hidesRemoved && removed_at !== null ? DELETED_NAME : name]));
}

/** Where somebody proposed to meet. */
async function findPlaces(db: Db, references: Reference[], hidesRemoved: boolean): Promise<Map<string, string>> {
  const ids = [...new Set(references.flatMap((reference) => ('proposal' in reference ? reference.proposal : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('meeting_proposals')
    .innerJoin('users', 'users.id', 'meeting_proposals.by_id')
    .select(['meeting_proposals.id', 'meeting_proposals.place', 'users.removed_at'])
    .where('meeting_proposals.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, place, removed_at }) => [id, hidesRemoved && removed_at !== null ? '' : place]));
}

async function findOrders(db: Db, references: Reference[], hidesRemoved: boolean): Promise<Map<string, Record<OrderWords, string | null>>> {
  const ids = [...new Set(references.flatMap((reference) => ('order' in reference ? reference.order : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .leftJoin('fulfillment_history as canceled', (join) => join.onRef('canceled.order_id', '=', 'orders.id').on('canceled.to_state', '=', 'canceled'))
    .select(['orders.id', 'buyer_name', 'phone', 'meeting_location', 'canceled.note as cancellation', 'users.removed_at'])
    .where('orders.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ removed_at, ...row }) => [
      row.id,
      hidesRemoved && removed_at !== null ? { ...row, buyer_name: DELETED_NAME, phone: null, meeting_location: null } : row,
    ]),
  );
}
