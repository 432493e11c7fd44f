import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { giveUpImages } from '../images/index.ts';
import { type Erase, type Erasing, eraseListings } from './erase-listings.ts';
import { eraseDrafts, eraseMessages, erasePassports, eraseReviews, eraseStatements } from './erase-writing.ts';

/** The reason why a table's rows stay. */
type Stored = string;

const eraseOrders: Erase = async (tx, { person }) => {
  await tx.updateTable('orders').set({ terms: null }).where('seller_id', '=', person.id).execute();
  await tx.updateTable('orders').set({ buyer_name: DELETED_NAME, email: '', phone: '', meeting_location: '' }).where('buyer_id', '=', person.id).execute();
};

/** Agreed places, unless the other side proposed them. Nothing of theirs is still to be handed over. */
const eraseMeetings: Erase = (tx, { person }) => {
  const theirs = tx
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or([eb('buyer_id', '=', person.id), eb('seller_id', '=', person.id)]));
  return tx
    .updateTable('fulfillments')
    .set({ meet_place: null })
    .where('order_id', 'in', theirs)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('meeting_proposals')
            .select('id')
            .whereRef('meeting_proposals.order_id', '=', 'fulfillments.order_id')
            .where('state', '=', 'accepted')
            .where('by_id', '!=', person.id),
        ),
      ),
    )
    .execute();
};

/** The keyed hashes of purchases stay, so that nobody gets the first-purchase discount again under a new account. */
const eraseBuyerKeys: Erase = (tx, { person }) => {
  const others = tx.selectFrom('orders').select('id').where('buyer_id', '=', person.id).where('state', 'not in', ['paid', 'refunding']);
  return tx.deleteFrom('buyer_keys').where('order_id', 'in', others).execute();
};

/** The reasons for decisions about the person, except those that reporters were also given. */
const eraseReasons: Erase = (tx, { person }) =>
  tx
    .updateTable('decisions')
    .set((eb) => ({ reason: '', undone_reason: eb.case().when('undone_reason', 'is', null).then(null).else('').end() }))
    .where('seller_id', '=', person.id)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('reports').select('reports.id').whereRef('reports.decision_id', '=', 'decisions.id'))))
    .where((eb) => {
      const answers = eb.selectFrom('decision_answers').select('decision_answers.id').whereRef('decision_answers.decision_id', '=', 'decisions.id');
      return eb.not(eb.exists(answers.where('written_as', '=', 'reporter')));
    })
    .execute();

/** Accepted reports stay in the register, without their proof. */
const eraseLostPhones: Erase = async (tx, { person, pictures, now }) => {
  const reports = await tx.selectFrom('lost_phones').select('picture').where('reporter_id', '=', person.id).execute();
  await tx.updateTable('lost_phones').set({ state: 'withdrawn', decided_at: now }).where('reporter_id', '=', person.id).where('state', '=', 'open').execute();
  await tx.updateTable('lost_phones').set({ place: '', proof: '', reason: null, picture: null }).where('reporter_id', '=', person.id).execute();
  await giveUpImages(tx, pictures, { addresses: reports.flatMap(({ picture }) => picture ?? []), by: person.id, now });
};

const eraseUploads: Erase = async (tx, { person }) => {
  const theirs = tx.selectFrom('image_uploads').select('id').where('user_id', '=', person.id);
  await tx.deleteFrom('image_upload_parts').where('upload_id', 'in', theirs).execute();
  await tx.deleteFrom('image_uploads').where('user_id', '=', person.id).execute();
};

const eraseImports: Erase = async (tx, { person }) => {
  const theirs = tx.selectFrom('listing_imports').select('id').where('seller_id', '=', person.id);
  await tx.deleteFrom('listing_import_rows').where('import_id', 'in', theirs).execute();
  await tx.deleteFrom('listing_imports').where('seller_id', '=', person.id).execute();
};

const erasePossessionPhotos: Erase = async (tx, { person, pictures, now }) => {
  const photos = await tx.selectFrom('possession_photos').select('image').where('seller_id', '=', person.id).execute();
  await giveUpImages(tx, pictures, { addresses: photos.flatMap(({ image }) => image ?? []), by: person.id, now });
  await tx.deleteFrom('possession_photos').where('seller_id', '=', person.id).execute();
};

const eraseUser: Erase = (tx, { person, now }) =>
  tx
    .updateTable('users')
    // Addresses are unique, and nobody can register one under `.invalid`.
    .set({
      email: `deleted-${person.id}@deleted.invalid`,
      name: DELETED_NAME,
      verified_at: null,
      identity_subject: null,
      erased_at: now,
      name_key: DELETED_NAME.toLowerCase(),
    })
    .where('id', '=', person.id)
    .execute();

/** What happens to each table's rows when somebody deletes their account or was removed 30 days ago, in this order. Every new table needs an entry. */
const TABLES: Record<keyof Tables, Erase | Stored> = {
  pushes: (tx, { person }) => {
    const theirs = tx.selectFrom('push_subscriptions').select('id').where('user_id', '=', person.id);
    return tx.deleteFrom('pushes').where('subscription_id', 'in', theirs).execute();
  },
  push_subscriptions: (tx, { person }) => tx.deleteFrom('push_subscriptions').where('user_id', '=', person.id).execute(),
  notification_settings: (tx, { person }) => tx.deleteFrom('notification_settings').where('user_id', '=', person.id).execute(),
  notifications: (tx, { person }) => tx.deleteFrom('notifications').where('user_id', '=', person.id).execute(),
  // These use the addresses in the orders, so they come first.
  outbox: (tx, erasing) => eraseOwnMails(tx, erasing, 'outbox'),
  mails: (tx, erasing) => eraseOwnMails(tx, erasing, 'mails'),
  listings: eraseListings,
  earlier_prices: 'sums, without a name',
  orders: eraseOrders,
  order_history: (tx, { person }) => tx.updateTable('order_history').set({ note: null }).where('by_id', '=', person.id).where('note', 'is not', null).execute(),
  fulfillments: eraseMeetings,
  fulfillment_history: (tx, { person }) =>
    tx.updateTable('fulfillment_history').set({ note: null }).where('by_id', '=', person.id).where('note', 'is not', null).execute(),
  problems: 'what the shop decided about, in its words; who said what is in the statements',
  problem_statements: eraseStatements,
  meeting_proposals: (tx, { person }) => tx.updateTable('meeting_proposals').set({ place: '' }).where('by_id', '=', person.id).execute(),
  meetings: 'times, without a name or a place',
  no_shows: 'missed meetings still count; by whom is a number that leads to nobody',
  conversations: 'who wrote to whom about which phone, in numbers that lead to nobody',
  conversation_sides: (tx, { person }) => tx.updateTable('conversation_sides').set({ mail_at: null }).where('user_id', '=', person.id).execute(),
  conversation_messages: eraseMessages,
  conversation_blocks: (tx, { person }) =>
    tx
      .deleteFrom('conversation_blocks')
      .where((eb) => eb.or([eb('blocker_id', '=', person.id), eb('blocked_id', '=', person.id)]))
      .execute(),
  conversation_reports: (tx, { person }) => tx.updateTable('conversation_reports').set({ reason: '' }).where('reporter_id', '=', person.id).execute(),
  offers: (tx, { person }) => tx.updateTable('offers').set({ phone: '', meeting_location: '' }).where('buyer_id', '=', person.id).execute(),
  lowest_offers: (tx, { person }) =>
    tx
      .deleteFrom('lowest_offers')
      .where('listing_id', 'in', tx.selectFrom('listings').select('id').where('seller_id', '=', person.id))
      .execute(),
  saved_phones: (tx, { person }) => tx.deleteFrom('saved_phones').where('user_id', '=', person.id).execute(),
  listing_views: 'numbers, without a name',
  listing_viewers: 'hashes, deleted when the day is over',
  viewer_salts: 'nobody’s',
  // Those to the person go with the searches.
  wanted_answers: (tx, { person }) => tx.deleteFrom('wanted_answers').where('seller_id', '=', person.id).execute(),
  search_matches: 'go with the searches',
  removed_wanted_ads: (tx, { person }) => tx.deleteFrom('removed_wanted_ads').where('user_id', '=', person.id).execute(),
  saved_searches: (tx, { person }) => tx.deleteFrom('saved_searches').where('user_id', '=', person.id).execute(),
  reviews: eraseReviews,
  review_reports: (tx, { person }) => tx.updateTable('review_reports').set({ reason: '' }).where('reporter_id', '=', person.id).execute(),
  handover_proofs: 'when and how a phone changed hands, without a name',
  handover_codes: 'numbers, without a name',
  passports: 'phones, without a name',
  passport_owners: 'which owner of a phone a person was, by a number that leads to nobody',
  passport_entries: erasePassports,
  passport_heads: 'the receipts’ checksums',
  cities: 'nobody’s',
  meeting_places: 'nobody’s',
  buyer_keys: eraseBuyerKeys,
  discount_claims: 'keyed hashes, so that nobody gets the first-purchase discount again',
  lost_phones: eraseLostPhones,
  image_uploads: eraseUploads,
  image_upload_parts: 'goes with its uploads',
  possession_photos: erasePossessionPhotos,
  phone_tests: (tx, { person }) => tx.deleteFrom('phone_tests').where('owner_id', '=', person.id).execute(),
  record_keys: 'public keys of the shop',
  listing_photos: 'go with the listings that were not sold',
  photo_hashes: 'go with their pictures',
  duplicate_photos: 'what an admin looks at: numbers of listings and pictures',
  drafts: eraseDrafts,
  listing_imports: eraseImports,
  listing_import_rows: 'goes with its imports',
  contact_views: (tx, { person }) =>
    tx
      .deleteFrom('contact_views')
      .where((eb) => eb.or([eb('spender', '=', person.id), eb('seller_id', '=', person.id)]))
      .execute(),
  users: eraseUser,
  person_words: (tx, { person }) => tx.deleteFrom('person_words').where('user_id', '=', person.id).execute(),
  erasures: (tx, { person, now }) => tx.insertInto('erasures').values({ user_id: person.id, email: person.email, created_at: now, due_at: now }).execute(),
  sign_ins: 'goes when the identity service has forgotten the person',
  sign_in_ends: 'goes when the identity service has forgotten the person, or says that older tokens are nobody’s',
  reservations: 'end with the unpaid orders: numbers without a name, forgotten after eight days',
  payments: 'the books: sums, without a name',
  ledger: 'the books: sums, without a name',
  payouts: 'the books: sums, without a name',
  payout_accounts: (tx, { person }) => tx.deleteFrom('payout_accounts').where('seller_id', '=', person.id).execute(),
  intents_pending_cancellation: 'numbers, without a name',
  // The report itself still counts; the reporter's id leads to nobody.
  reports: (tx, { person }) => tx.updateTable('reports').set({ note: null }).where('reporter_id', '=', person.id).execute(),
  decision_answers: (tx, { person }) => tx.updateTable('decision_answers').set({ body: '', settlement: null }).where('author_id', '=', person.id).execute(),
  decisions: eraseReasons,
  listing_risks: 'goes with the listings that were not sold',
  audit_log: 'its own words of the person are taken out where they leave; the rest names numbers, which lead to nobody, and networks',
  imei_questions: 'what an admin looks at, about a listing; by whom is a number that leads to nobody',
  images: 'go with the listings that name them',
  categories: 'nobody’s',
  changes: 'nobody’s',
  alert_queue: 'nobody’s',
  phones: 'nobody’s',
  tac_models: 'nobody’s',
  phone_models: 'nobody’s',
  spent_budgets: 'nobody’s',
  second_factors: 'goes when the identity service has forgotten the person',
  recovery_codes: 'goes with the second factor',
  settings: 'nobody’s',
  shop_settings: 'the shop’s own; by whom is a number that leads to nobody',
  leases: 'nobody’s',
  practice_intents: 'name orders and no person',
  practice_refunds: 'name orders and no person',
  practice_disputes: 'name charges and no person',
  disputes: 'the books: sums, without a name',
  practice_accounts: 'name accounts and no person',
  practice_transfers: 'name orders and no person',
  practice_reversals: 'name orders and no person',
  practice_replays: 'name orders and no person',
  practice_events: 'name orders and no person',
};

/** Erases a person from every table, within one transaction. */
export const erasePerson: Erase = async (tx, erasing) => {
  for (const erase of Object.values(TABLES)) if (typeof erase !== 'string') await erase(tx, erasing);
};

/** Deletes messages to the person. Messages to others refer to the person's orders and account, which are emptied below. */
async function eraseOwnMails(tx: Db, { person }: Erasing, table: 'outbox' | 'mails'): Promise<void> {
  const addresses = tx
    .selectFrom('orders')
    .select('email')
    .where('buyer_id', '=', person.id)
    // An address that they no longer use may be somebody else's by now.
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('users').select('users.id').whereRef('users.email', '=', 'orders.email').where('users.id', '!=', person.id))),
    );
  // One condition for both would read all emails.
  await tx.deleteFrom(table).where('recipient', '=', person.email).execute();
  await tx.deleteFrom(table).where('recipient', 'in', addresses).execute();
}
