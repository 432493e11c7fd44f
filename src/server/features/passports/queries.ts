import type { OrderPassport, Passport, PassportEntry } from '#contract/passports.ts';
import { HARMLESS_REASONS } from '#contract/removals.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { PassportEntriesTable } from '../../db/tables/passports.ts';
import type { Db } from '../../db/tables.ts';

type EntryRow = PassportEntriesTable & { removed_reason: string | null };

/**
 * A phone's passport by its address, and the listings that its texts come from; undefined when there is none. Makes the same statements whatever the
 * address is, and none with an IMEI, so that neither reply nor time tells an address that is almost right from one that isn't.
 */
export async function findPassport(db: Db, id: string): Promise<{ passport: Passport; listingIds: string[] } | undefined> {
  const row = await db.selectFrom('passports').select(['id', 'created_at', 'owner', 'entries', 'head']).where('id', '=', id).executeTakeFirst();
  const rows = await findEntries(db, id);
  if (!row) return undefined;
  // An entry that was added between the two reads is the next reader's.
  const history = rows.slice(0, row.entries).map(toEntry);
  const passport = { _id: row.id, begunAt: toIso(row.created_at), owner: row.owner, entries: row.entries, head: row.head, history };
  return { passport, listingIds: [...new Set(rows.flatMap(({ listing_id }) => listing_id ?? []))] };
}

function findEntries(db: Db, passportId: string): Promise<EntryRow[]> {
  return db
    .selectFrom('passport_entries')
    .leftJoin('listings', 'listings.id', 'passport_entries.listing_id')
    .selectAll('passport_entries')
    .select('listings.removed_reason')
    .where('passport_id', '=', passportId)
    .orderBy('number')
    .execute();
}

function toEntry({ number, kind, at, owner, source, facts, commitment, words, salt, hash, removed_reason }: EntryRow): PassportEntry {
  const isHidden = words === null || salt === null || (removed_reason !== null && !HARMLESS_REASONS.includes(removed_reason));
  return {
    number,
    kind,
    at: toIso(at),
    owner,
    source,
    // Only ever written as JSON of facts.
    facts: JSON.parse(facts) as PassportEntry['facts'],
    commitment,
    text: isHidden ? null : { words, salt },
    hash,
  };
}

/** Whether a person is the present owner of a phone. */
export async function isOwner(db: Db, passportId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passport_owners')
    .innerJoin('passports', (join) => join.onRef('passports.id', '=', 'passport_owners.passport_id').onRef('passports.owner', '=', 'passport_owners.number'))
    .select('passports.id')
    .where('passport_owners.passport_id', '=', passportId)
    .where('passport_owners.user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The passport of the phone of a person's paid order; null when the phone has none, undefined when they have no such order. */
export async function findOrderPassport(db: Db, orderId: string, userId: string): Promise<OrderPassport | null | undefined> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .leftJoin('passports', 'passports.imei_hash', 'listings.imei_hash')
    .select('passports.id')
    .where('orders.id', '=', orderId)
    .where('orders.paid_at', 'is not', null)
    .where((eb) => eb.or([eb('orders.buyer_id', '=', userId), eb('orders.seller_id', '=', userId)]))
    .executeTakeFirst();
  if (!order) return undefined;
  if (order.id === null) return null;
  const heads = await db.selectFrom('passport_heads').select(['event', 'at', 'entries', 'head']).where('order_id', '=', orderId).orderBy('entries').execute();
  return { _id: order.id, isYours: await isOwner(db, order.id, userId), heads: heads.map((head) => ({ ...head, at: toIso(head.at) })) };
}
