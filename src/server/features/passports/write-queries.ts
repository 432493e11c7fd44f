import { randomBytes } from 'node:crypto';
import type { PassportFacts } from '#contract/passport-chain.ts';
import type { OrderPassportHead, PassportEntryKind } from '#contract/passports.ts';
import { notePassport } from '../../db/changes.ts';
import type { PassportsTable } from '../../db/tables/passports.ts';
import type { Db } from '../../db/tables.ts';
import { chainOn, type NewEntry, NO_ENTRIES } from './chain.ts';

export type PassportRow = PassportsTable;

/** 128 random bits: an address that leads to a phone must not follow from its IMEI, and nobody can guess one. */
const ID_BYTES = 16;

type Added = { added: readonly NewEntry[]; now: number };

/**
 * Locks a phone's passport for the transaction, so that entries are added one after another. Passports are locked after people, phones and listings,
 * and before orders' other rows.
 */
export function lockPassport(tx: Db, imeiHash: string): Promise<PassportRow | undefined> {
  return tx
    .updateTable('passports')
    .set((eb) => ({ entries: eb.ref('entries') }))
    .where('imei_hash', '=', imeiHash)
    .returningAll()
    .executeTakeFirst();
}

export function lockPassportById(tx: Db, id: string): Promise<PassportRow | undefined> {
  return tx
    .updateTable('passports')
    .set((eb) => ({ entries: eb.ref('entries') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Begins a phone's passport with its first owner and entries; undefined when another transaction has just begun it. */
export async function insertPassport(tx: Db, imeiHash: string, { userId, added, now }: Added & { userId: string }): Promise<PassportRow | undefined> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const { entries, head, rows } = chainOn(id, NO_ENTRIES, { added, now });
  const inserted = await tx
    .insertInto('passports')
    .values({ id, imei_hash: imeiHash, created_at: now, owner: 1, entries, head })
    .onConflict((conflict) => conflict.column('imei_hash').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!inserted) return undefined;
  await tx.insertInto('passport_owners').values({ passport_id: id, number: 1, user_id: userId, since: now }).execute();
  await tx.insertInto('passport_entries').values(rows).execute();
  return inserted;
}

/**
 * Adds entries to a passport as it was read, and moves its head by one conditional update: if anybody else had added one since, nothing is written and
 * it throws. `owner`: the owner's number from now on.
 */
export async function appendEntries(tx: Db, passport: PassportRow, { added, now, owner = passport.owner }: Added & { owner?: number }): Promise<PassportRow> {
  const { entries, head, rows } = chainOn(passport.id, passport, { added, now });
  const moved = await tx
    .updateTable('passports')
    .set({ entries, head, owner })
    .where('id', '=', passport.id)
    .where('entries', '=', passport.entries)
    .where('head', '=', passport.head)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error('a passport was changed by somebody else while it was locked');
  await tx.insertInto('passport_entries').values(rows).execute();
  await notePassport(tx, passport.id, now);
  return { ...passport, entries, head, owner };
}

/** Which owner of a locked passport a person is; a new one is counted after the last. */
export async function numberOwner(tx: Db, passportId: string, { userId, now }: { userId: string; now: number }): Promise<number> {
  const known = await findOwnerNumber(tx, passportId, userId);
  if (known !== undefined) return known;
  const { last } = await tx
    .selectFrom('passport_owners')
    .select((eb) => eb.fn.max('number').$notNull().as('last'))
    .where('passport_id', '=', passportId)
    .executeTakeFirstOrThrow();
  const number = Number(last) + 1;
  await tx.insertInto('passport_owners').values({ passport_id: passportId, number, user_id: userId, since: now }).execute();
  return number;
}

export async function findOwnerNumber(db: Db, passportId: string, userId: string): Promise<number | undefined> {
  const query = db.selectFrom('passport_owners').select('number').where('passport_id', '=', passportId).where('user_id', '=', userId);
  return (await query.executeTakeFirst())?.number;
}

/** Stores the head that an order's receipt shows for an event; the first one stays. */
export async function insertHead(
  tx: Db,
  orderId: string,
  passport: PassportRow,
  { event, now }: { event: OrderPassportHead['event']; now: number },
): Promise<void> {
  await tx
    .insertInto('passport_heads')
    .values({ order_id: orderId, event, passport_id: passport.id, at: now, entries: passport.entries, head: passport.head })
    .onConflict((conflict) => conflict.columns(['order_id', 'event']).doNothing())
    .execute();
}

/** The last entry of one of these kinds. */
export async function findLastKind(tx: Db, passportId: string, kinds: readonly PassportEntryKind[]): Promise<PassportEntryKind | undefined> {
  const query = tx.selectFrom('passport_entries').select('kind').where('passport_id', '=', passportId).where('kind', 'in', kinds);
  return (await query.orderBy('number', 'desc').limit(1).executeTakeFirst())?.kind;
}

/** How many entries of one kind a passport has. */
export async function countKind(tx: Db, passportId: string, kind: PassportEntryKind): Promise<number> {
  const query = tx.selectFrom('passport_entries').where('passport_id', '=', passportId).where('kind', '=', kind);
  return Number((await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count);
}

/** Whether a passport has an entry of this kind about a record. */
export async function hasEntryAbout(tx: Db, passportId: string, { kind, record }: { kind: PassportEntryKind; record: string }): Promise<boolean> {
  const rows = await tx.selectFrom('passport_entries').select('facts').where('passport_id', '=', passportId).where('kind', '=', kind).execute();
  return rows.some(({ facts }) => readFacts(facts).record === record);
}

/** What an owner's entries of one kind say that are younger than `since` (epoch ms). */
export async function findFactsSince(
  tx: Db,
  passportId: string,
  { kind, owner, since }: { kind: PassportEntryKind; owner: number; since: number },
): Promise<PassportFacts[]> {
  const query = tx.selectFrom('passport_entries').select('facts').where('passport_id', '=', passportId).where('kind', '=', kind).where('owner', '=', owner);
  return (await query.where('at', '>', since).execute()).map(({ facts }) => readFacts(facts));
}

/** Only ever written as JSON of facts. */
const readFacts = (facts: string): PassportFacts => JSON.parse(facts) as PassportFacts;
