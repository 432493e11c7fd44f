import { TEXT_KEYS } from '#contract/listing-fields.ts';
import type { Db, Tables, UserRow } from '../../db/tables.ts';
import { renderStored } from '../../messages/reference-queries.ts';
import type { StoredMessage } from '../../messages/stored.ts';

export type Person = Pick<UserRow, 'id' | 'email'>;

/** What a table holds of a person: a name and a sentence for it, and their rows. */
export type StoredData = { name: string; about: string; rows(db: Db, person: Person): Promise<object[]> };

/** Why a table has nothing to tell of anybody. */
type Nothing = string;

const ordersOf = (db: Db, { id }: Person) => db.selectFrom('orders').select('orders.id').where('orders.buyer_id', '=', id);

const inWords = async <Row extends StoredMessage>(db: Db, rows: Row[]) =>
  (await renderStored(db, rows)).map(({ body: _template, filled_with: _values, ...row }) => row);

/** Every table of the shop: whoever adds one decides here what it says of people. */
const TABLES: Record<keyof Tables, StoredData[] | Nothing> = {
  users: [
    {
      name: 'account',
      about: 'Your account with the shop.',
      rows: (db, { id }) => db.selectFrom('users').select(['id', 'email', 'name', 'role', 'verified_at', 'created_at']).where('id', '=', id).execute(),
    },
  ],
  sign_ins: [
    {
      name: 'hosted_sign_ins',
      about: 'Your sign-ins at the identity service, as it told the shop of them.',
      rows: (db, { email }) => db.selectFrom('sign_ins').select(['id', 'expires_at', 'ended_at']).where('email', '=', email).execute(),
    },
  ],
  sign_in_ends: [
    {
      name: 'sign_in_ends',
      about: 'Until when all of your sign-ins are over.',
      rows: (db, { email }) => db.selectFrom('sign_in_ends').select('ended_at').where('email', '=', email).execute(),
    },
  ],
  erasures: 'whoever is in it has no account that could ask',
  contact_views: [
    {
      name: 'sellers_seen',
      about: 'Sellers whose number was shown to you in the last days.',
      rows: (db, { id }) => db.selectFrom('contact_views').select(['day', 'seller_id']).where('spender', '=', id).orderBy('day').orderBy('slot').execute(),
    },
  ],
  listings: [
    {
      name: 'listings',
      about: 'The phones that you listed, also those that were sold or removed.',
      rows: (db, { id }) =>
        db
          .selectFrom('listings')
          .select(['id', ...TEXT_KEYS, 'image', 'photos', 'price_cents', 'original_price_cents', 'specification', 'imei_last4'])
          .select(['created_at', 'advertised_at', 'sold_at', 'removed_at', 'removed_reason'])
          .where('seller_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  orders: [
    {
      name: 'orders',
      about: 'The phones that you booked or bought.',
      rows: (db, { id }) =>
        db
          .selectFrom('orders')
          .select(['id', 'listing_id', 'product_name', 'price_cents', 'state', 'buyer_name', 'email', 'phone', 'meeting_location'])
          .select(['created_at', 'paid_at', 'closed_at', 'closed_reason'])
          .where('buyer_id', '=', id)
          .orderBy('id')
          .execute(),
    },
    {
      name: 'sales',
      about: 'Orders of your phones. Who ordered them is their own data, and left out.',
      rows: (db, { id }) =>
        db
          .selectFrom('orders')
          .select(['id', 'listing_id', 'product_name', 'price_cents', 'state', 'created_at', 'paid_at', 'paid_out_at'])
          .where('seller_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  order_history: [
    {
      name: 'acts',
      about: 'What you did with orders, step by step.',
      rows: (db, { id }) =>
        db.selectFrom('order_history').select(['order_id', 'step', 'to_state', 'why', 'note', 'at']).where('by_id', '=', id).orderBy('at').execute(),
    },
  ],
  reservations: [
    {
      name: 'reservations',
      about: 'Phones that were reserved for you, or that you wait for, in the last days.',
      rows: (db, { id }) =>
        db
          .selectFrom('reservations')
          .select(['order_id', 'asked_at', 'began_at', 'until', 'ended_at', 'outcome'])
          .where('buyer_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  disputes: [
    {
      name: 'disputes',
      about: 'Payments of yours that your bank looked into, as the card provider told it.',
      rows: (db, person) =>
        db
          .selectFrom('disputes')
          .select(['reference', 'order_id', 'amount_cents', 'currency', 'status', 'reason', 'opened_at', 'closed_at'])
          .where('order_id', 'in', ordersOf(db, person))
          .execute(),
    },
  ],
  payments: [
    {
      name: 'payments',
      about: 'What you paid, and what came back. The shop never sees a card’s number.',
      rows: (db, person) =>
        db
          .selectFrom('payments')
          .select(['id', 'order_id', 'intent_id', 'amount_cents', 'currency', 'state', 'created_at', 'refunded_at'])
          .where('order_id', 'in', ordersOf(db, person))
          .execute(),
    },
  ],
  reports: [
    {
      name: 'reports',
      about: 'The listings that you reported.',
      rows: (db, { id }) =>
        db.selectFrom('reports').select(['listing_id', 'reason', 'note', 'created_at', 'closed_at']).where('reporter_id', '=', id).execute(),
    },
  ],
  lost_phones: [
    {
      name: 'lost_phones',
      about: 'The phones that you reported lost.',
      rows: (db, { id }) =>
        db
          .selectFrom('lost_phones')
          .select(['last4', 'known_as', 'lost_on', 'place', 'proof', 'picture', 'state', 'reason', 'created_at', 'decided_at'])
          .where('reporter_id', '=', id)
          .execute(),
    },
  ],
  imei_questions: [
    {
      name: 'claims',
      about: 'Phones that you wanted to list while somebody else had them on sale.',
      rows: (db, { id }) => db.selectFrom('imei_questions').select(['kind', 'listing_id', 'created_at']).where('claimant_id', '=', id).execute(),
    },
  ],
  notifications: [
    {
      name: 'notices',
      about: 'What the shop told you in the dashboard.',
      rows: async (db, { id }) =>
        inWords(
          db,
          await db
            .selectFrom('notifications')
            .select(['subject', 'body', 'filled_with', 'path', 'created_at', 'read_at'])
            .where('user_id', '=', id)
            .orderBy('id')
            .execute(),
        ),
    },
  ],
  outbox: [
    {
      name: 'mails',
      about: 'Mails that the shop wrote to you in the last weeks; links that are secrets are left out.',
      rows: async (db, { email }) =>
        inWords(
          db,
          await db
            .selectFrom('outbox')
            .select(['id', 'kind', 'subject', 'body', 'filled_with', 'created_at', 'sent_at'])
            .where('recipient', '=', email)
            .orderBy('id')
            .execute(),
        ),
    },
  ],
  mails: [
    {
      name: 'mailbox',
      about: 'Mails in the demo shop’s mailbox, by their numbers among the mails above.',
      rows: (db, { email }) => db.selectFrom('mails').select(['id', 'sent_at']).where('recipient', '=', email).execute(),
    },
  ],
  image_uploads: [
    {
      name: 'uploads',
      about: 'Pictures that you are sending in parts.',
      rows: (db, { id }) => db.selectFrom('image_uploads').select(['id', 'size', 'received', 'created_at']).where('user_id', '=', id).execute(),
    },
  ],
  drafts: [
    {
      name: 'drafts',
      about: 'The listings that you have not finished.',
      rows: (db, { id }) => db.selectFrom('drafts').select(['id', 'content', 'listing_id', 'created_at', 'saved_at']).where('seller_id', '=', id).execute(),
    },
  ],
  listing_imports: [
    {
      name: 'imports',
      about: 'Files of listings that you sent in the last days.',
      rows: (db, { id }) =>
        db.selectFrom('listing_imports').select(['id', 'file_name', 'state', 'reason', 'created_at', 'ended_at']).where('seller_id', '=', id).execute(),
    },
  ],
  listing_import_rows: [
    {
      name: 'import_rows',
      about: 'The rows of those files that are not listed, as you wrote them.',
      rows: (db, { id }) =>
        db
          .selectFrom('listing_import_rows')
          .select(['import_id', 'position', 'state', 'cells', 'sentence', 'question', 'imei_last4', 'listing_id'])
          .where('import_id', 'in', db.selectFrom('listing_imports').select('listing_imports.id').where('listing_imports.seller_id', '=', id))
          .orderBy('import_id')
          .orderBy('position')
          .execute(),
    },
  ],
  possession_photos: [
    {
      name: 'possession_photos',
      about: 'The codes that you got to photograph beside your phones, and what came of them.',
      rows: (db, { id }) =>
        db
          .selectFrom('possession_photos')
          .select(['code', 'listing_id', 'image', 'shown', 'created_at', 'expires_at', 'sent_at', 'decision', 'reason', 'decided_at'])
          .where('seller_id', '=', id)
          .execute(),
    },
  ],
  listing_photos: 'which listings show which pictures; the listings are told of',
  photo_hashes: 'what pictures are recognised by',
  duplicate_photos: 'which listings show each other’s pictures',
  decisions: [
    {
      name: 'decisions',
      about: 'What was decided about your listings and about you as a seller, and why.',
      rows: (db, { id }) =>
        db
          .selectFrom('decisions')
          .select(['id', 'kind', 'listing_id', 'reason', 'created_at', 'undone_at', 'undone_reason'])
          .where('seller_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  decision_answers: [
    {
      name: 'answers',
      about: 'What you answered to decisions.',
      rows: (db, { id }) =>
        db
          .selectFrom('decision_answers')
          .select(['decision_id', 'body', 'created_at', 'settled_at', 'settlement'])
          .where('author_id', '=', id)
          .orderBy('id')
          .execute(),
    },
  ],
  audit_log: [
    {
      name: 'deeds',
      about: 'What you did that the shop keeps a record of, and from which network.',
      rows: (db, { id }) =>
        db.selectFrom('audit_log').select(['at', 'act', 'subject_kind', 'subject_id', 'network']).where('actor_id', '=', id).orderBy('id').execute(),
    },
  ],
  listing_risks: 'how listings are judged before somebody looks at them',
  image_upload_parts: 'the parts of the uploads, which are told of',
  images: 'pictures belong to the listings that name them',
  categories: 'brands',
  changes: 'which listings changed, for a few minutes',
  phones: 'hashes that name nobody; the listings and reports with them are told of',
  tac_models: 'makers and models',
  phone_models: 'makers and models',
  intents_pending_cancellation: 'numbers of payments, for as long as the provider may still take them',
  ledger: 'the sums of the payments once more, which are told of',
  spent_budgets: 'how many passwords were tried of late, under hashes that name nobody',
  second_factors: 'a secret that is told to nobody twice; the identity service tells since when it is there',
  recovery_codes: 'hashes; the identity service tells how many are left',
  settings: 'the shop’s own',
  shop_settings: 'the shop’s own words; which admin wrote them leads to nobody once they are gone',
  leases: 'the shop’s own',
  practice_intents: 'the practice card provider’s books, which name orders and no person',
  practice_refunds: 'the practice card provider’s books, which name orders and no person',
  practice_disputes: 'the practice card provider’s books, which name charges and no person',
  practice_replays: 'the practice card provider’s books, which name orders and no person',
  practice_events: 'the practice card provider’s books, which name orders and no person',
};

/** All that is held of people in the shop's own tables. */
export const STORED_DATA: readonly StoredData[] = Object.values(TABLES).flatMap((stored) => (typeof stored === 'string' ? [] : stored));
