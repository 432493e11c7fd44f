import { v7 as uuid } from 'uuid';
import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import { isInRegister, isOwed, lockKnownPhones, lockPhone, type PhoneKey } from '../../db/phones.ts';
import type { ImeiQuestionsTable } from '../../db/tables/lost-phones.ts';
import type { Db } from '../../db/tables.ts';
import type { PhoneState } from './rules.ts';

/** A listing under review still has its phone. */
const UNDER_REVIEW = 'on_hold';

type Question = Pick<ImeiQuestionsTable, 'kind' | 'listing_id' | 'claimant_id' | 'said' | 'known'>;

export type QuestionRow = ImeiQuestionsTable & {
  model_name: string;
  last4: string | null;
  sold_at: number | null;
  removed_at: number | null;
  seller_email: string;
  claimant_email: string | null;
};

/** Locks a phone for the transaction that lists it, and returns whether it may be on sale. */
export async function takePhone(tx: Db, phone: PhoneKey, now: number): Promise<PhoneState> {
  await lockPhone(tx, phone, now);
  return findPhoneState(tx, phone.hash);
}

/** Whether a phone may be on sale, besides in one listing. By one statement: a payment meanwhile makes an `on_sale` phone an `owed` one, never a free one. */
async function findPhoneState(tx: Db, hash: string, listingId = ''): Promise<PhoneState> {
  if (await isInRegister(tx, hash)) return 'lost';
  const others = await tx
    .selectFrom('listings')
    .select('sold_at')
    .where('imei_hash', '=', hash)
    .where('id', '!=', listingId)
    .where((eb) =>
      eb.or([eb.and([eb('sold_at', 'is', null), eb.or([eb('removed_at', 'is', null), eb('removed_reason', '=', UNDER_REVIEW)])]), isOwed('listings.id')]),
    )
    .execute();
  if (others.length === 0) return 'free';
  return others.some(({ sold_at }) => sold_at === null) ? 'on_sale' : 'owed';
}

/** Adds a question for the admins; returns false when it is open already. */
export async function insertQuestion(tx: Db, question: Question, now: number): Promise<boolean> {
  const inserted = await tx
    .insertInto('imei_questions')
    .values({ ...question, id: uuid(), created_at: now, closed_at: null })
    .onConflict((conflict) => conflict.columns(['listing_id', 'kind', 'claimant_id']).where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The listing that has a phone now, visible or under review, with its seller. */
export function findLiveListing(tx: Db, hash: string) {
  return tx
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['listings.id', 'listings.model_name', 'listings.seller_id', 'users.email'])
    .where('listings.imei_hash', '=', hash)
    .where('listings.sold_at', 'is', null)
    .where((eb) => eb.or([eb('listings.removed_at', 'is', null), eb('listings.removed_reason', '=', UNDER_REVIEW)]))
    .executeTakeFirst();
}

/** Locks the phone of a listing that isn't on sale, and returns whether the phone may be on sale again. */
export async function lockPhoneOf(tx: Db, listingId: string): Promise<PhoneState> {
  const listing = await tx.selectFrom('listings').select('imei_hash').where('id', '=', listingId).executeTakeFirst();
  const hash = listing?.imei_hash ?? null;
  if (hash === null) return 'free';
  await lockKnownPhones(tx, [hash]);
  return findPhoneState(tx, hash, listingId);
}

/** Open questions, most recent first. */
export async function findQuestions(db: Db, limit: number, after: Cursor | null): Promise<PageOf<QuestionRow>> {
  const query = db
    .selectFrom('imei_questions')
    .innerJoin('listings', 'listings.id', 'imei_questions.listing_id')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .leftJoin('users as claimants', (join) => join.onRef('claimants.id', '=', 'imei_questions.claimant_id').on('claimants.erased_at', 'is', null))
    .selectAll('imei_questions')
    .select([
      'listings.model_name',
      'listings.imei_last4 as last4',
      'listings.sold_at',
      'listings.removed_at',
      'users.email as seller_email',
      'claimants.email as claimant_email',
    ])
    .where('imei_questions.closed_at', 'is', null);
  return readPage(query, { key: 'imei_questions.created_at', id: 'imei_questions.id' }, { limit, after, toItem: (row) => row });
}

/** Marks a question as closed; returns the listing it is about, or undefined when it was closed already. */
export function markQuestionClosed(tx: Db, id: string, now: number): Promise<Pick<Question, 'listing_id'> | undefined> {
  return tx
    .updateTable('imei_questions')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('listing_id')
    .executeTakeFirst();
}

export async function hasQuestion(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('imei_questions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
