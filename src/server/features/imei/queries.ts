import { v7 as uuid } from 'uuid';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import { isInRegister, lockKnownPhones, lockPhone, type PhoneKey } from '../../db/phones.ts';
import { assessLater } from '../../db/risks.ts';
import type { ImeiQuestionsTable } from '../../db/tables/lost-phones.ts';
import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { imeiDiffers, notify, phoneClaimedTwice, phoneClaimedTwiceForAdmin } from '../notifications/index.ts';
import type { CheckedPhone } from './check.ts';
import { type ClaimedBy, type PhoneState, requireNotLost } from './rules.ts';

/** Everybody who minds the shop. */
export const findAdmins = async (db: Db): Promise<{ userId: string; email: string }[]> =>
  db.selectFrom('users').select(['id as userId', 'email']).where('role', '=', 'admin').where('removed_at', 'is', null).execute();

/** Takes a phone for a listing, within the transaction that writes it. Throws 409 when it is in the register by now. */
export const takePhone = async (tx: Db, phone: PhoneKey, now: number): Promise<void> => {
  await lockPhone(tx, phone, now);
  requireNotLost(await isInRegister(tx, phone.hash));
};

/** A listing that is off the site while an admin looks at it still has its phone. */
const UNDER_REVIEW = 'on_hold';

/** Whether a phone's listing is on hold: nobody lists it meanwhile. */
export const isPhoneUnderReview = async (tx: Db, hash: string): Promise<boolean> => {
  const row = await tx.selectFrom('listings').select('id').where('imei_hash', '=', hash).where('removed_reason', '=', UNDER_REVIEW).limit(1).executeTakeFirst();
  return row !== undefined;
};

type Question = Pick<ImeiQuestionsTable, 'kind' | 'listing_id' | 'claimant_id' | 'said' | 'known'>;

/** Notes what an admin should look at; false when it is noted already. */
const insertQuestion = async (tx: Db, question: Question, now: number): Promise<boolean> => {
  const inserted = await tx
    .insertInto('imei_questions')
    .values({ ...question, id: uuid(), created_at: now, closed_at: null })
    .onConflict((conflict) => conflict.columns(['listing_id', 'kind', 'claimant_id']).where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

type NewListing = { id: string; said: string; seller: { userId: string; email: string } };

/** Asks a seller, and notes for the admin, whether a phone is what its listing says; nothing when there is no doubt. */
export const askAboutModel = async (tx: Db, { known, last4 }: CheckedPhone, { id, said, seller }: NewListing, now: number): Promise<void> => {
  if (known === null) return;
  await insertQuestion(tx, { kind: 'other_model', listing_id: id, claimant_id: null, said, known }, now);
  await notify(tx, [{ recipient: seller, words: imeiDiffers({ said, known, last4 }) }], now);
};

/** Somebody wanted to list a phone that is on sale: tells its seller and the admins when it is another's, once, and answers whose it is. */
export const recordClaim = (db: Db, { hash, last4 }: PhoneKey, claimant: { userId: string }, now: number): Promise<ClaimedBy> =>
  db.transaction().execute(async (tx) => {
    const live = await tx
      .selectFrom('listings')
      .innerJoin('users', 'users.id', 'listings.seller_id')
      .select(['listings.id', 'listings.model_name', 'listings.seller_id', 'users.email'])
      .where('listings.imei_hash', '=', hash)
      .where('listings.sold_at', 'is', null)
      .where((eb) => eb.or([eb('listings.removed_at', 'is', null), eb('listings.removed_reason', '=', UNDER_REVIEW)]))
      .executeTakeFirst();
    if (!live) return 'nobody';
    if (live.seller_id === claimant.userId) return 'own';
    const isNew = await insertQuestion(tx, { kind: 'claimed_twice', listing_id: live.id, claimant_id: claimant.userId, said: '', known: null }, now);
    if (!isNew) return 'other';
    await assessLater(tx, live.id, now);
    const admins = (await findAdmins(tx)).map((recipient) => ({ recipient, words: phoneClaimedTwiceForAdmin(live, last4) }));
    await notify(tx, [{ recipient: { userId: live.seller_id, email: live.email }, words: phoneClaimedTwice(live, last4) }, ...admins], now);
    return 'other';
  });

/** Whether the phone of a listing that is off the shop may be on sale again; from here on nobody else takes it within this transaction. */
export const lockPhoneOf = async (tx: Db, listingId: string): Promise<PhoneState> => {
  const listing = await tx.selectFrom('listings').select('imei_hash').where('id', '=', listingId).executeTakeFirst();
  const hash = listing?.imei_hash ?? null;
  if (hash === null) return 'free';
  await lockKnownPhones(tx, [hash]);
  if (await isInRegister(tx, hash)) return 'lost';
  const other = await tx
    .selectFrom('listings')
    .select('id')
    .where('imei_hash', '=', hash)
    .where('sold_at', 'is', null)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_reason', '=', UNDER_REVIEW)]))
    .where('id', '!=', listingId)
    .executeTakeFirst();
  return other ? 'on_sale' : 'free';
};

export type QuestionRow = ImeiQuestionsTable & {
  model_name: string;
  last4: string | null;
  sold_at: number | null;
  removed_at: number | null;
  seller_email: string;
  claimant_email: string | null;
};

/** What an admin has not looked at yet, the latest first. */
export const findQuestions = async (db: Db, limit: number, after: Cursor | null): Promise<PageOf<QuestionRow>> => {
  const rows = await db
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
    .where('imei_questions.closed_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('imei_questions.created_at', 'imei_questions.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))),
    )
    .orderBy('imei_questions.created_at', 'desc')
    .orderBy('imei_questions.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => row,
  );
};

const close = async (tx: Db, id: string, now: number): Promise<number | null> => {
  const { numUpdatedRows } = await tx
    .updateTable('imei_questions')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await writeAudit(tx, { act: 'imei_question_closed', subject: { kind: 'imei_question', id }, before: { open: true }, after: { open: false }, now });
    return Number(numUpdatedRows);
  }
  return (await tx.selectFrom('imei_questions').select('id').where('id', '=', id).executeTakeFirst()) ? 0 : null;
};

/** How many were open; null when there is none with this id. */
export const closeQuestion = (db: Db, id: string, now: number): Promise<number | null> => db.transaction().execute((tx) => close(tx, id, now));
