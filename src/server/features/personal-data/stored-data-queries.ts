import { TEXT_KEYS } from '#contract/listing-fields.ts';
import { ALERT_DATA } from './alert-data-queries.ts';
import { CONVERSATION_DATA } from './conversation-data-queries.ts';
import { NOTIFICATION_DATA } from './notification-data-queries.ts';
import { OFFER_DATA } from './offer-data-queries.ts';
import { ORDER_DATA } from './order-data-queries.ts';
import { ownRows } from './own-row-queries.ts';
import { SELLING_DATA } from './selling-data-queries.ts';
import type { StoredData, StoredTables } from './stored-data.ts';

/** Every new table needs an entry. */
const TABLES: StoredTables = {
  person_words: 'the words of your name and address, and the numbers you gave: see account, orders and listings',
  users: {
    name: 'account',
    about: 'Your account.',
    rows: ownRows('users', ['id', 'email', 'name', 'role', 'verified_at', 'created_at', 'selling_since'], { owner: 'id' }),
  },
  sign_ins: {
    name: 'hosted_sign_ins',
    about: 'Your sessions at the identity service, as it reported them to us.',
    rows: (db, { email }) => db.selectFrom('sign_ins').select(['id', 'expires_at', 'ended_at']).where('email', '=', email).execute(),
  },
  sign_in_ends: {
    name: 'sign_in_ends',
    about: 'The time before which all your sessions were ended.',
    rows: (db, { email }) => db.selectFrom('sign_in_ends').select('ended_at').where('email', '=', email).execute(),
  },
  erasures: 'people in it no longer have an account',
  contact_views: {
    name: 'sellers_seen',
    about: 'Sellers whose contact details you saw in the last few days.',
    rows: ownRows('contact_views', ['day', 'seller_id'], { owner: 'spender', order: ['day', 'slot'] }),
  },
  listings: {
    name: 'listings',
    about: 'The phones you listed, including sold and removed ones.',
    rows: ownRows(
      'listings',
      [
        'id',
        ...TEXT_KEYS,
        'image',
        'photos',
        'price_cents',
        'original_price_cents',
        'specification',
        'answers',
        'imei_last4',
        'reference',
        'city_id',
        'city_lat',
        'city_lng',
        'created_at',
        'advertised_at',
        'sold_at',
        'removed_at',
        'removed_reason',
      ],
      { owner: 'seller_id', order: ['id'] },
    ),
  },
  earlier_prices: {
    name: 'earlier_prices',
    about: 'The prices that your listings had before.',
    rows: (db, { id }) =>
      db
        .selectFrom('earlier_prices')
        .innerJoin('listings', 'listings.id', 'earlier_prices.listing_id')
        .select(['earlier_prices.listing_id', 'earlier_prices.price_cents', 'earlier_prices.until_at'])
        .where('listings.seller_id', '=', id)
        .orderBy('earlier_prices.listing_id')
        .orderBy('earlier_prices.revision')
        .execute(),
  },
  ...OFFER_DATA,
  ...ORDER_DATA,
  meetings: 'the time of the agreed meeting, which is in the handovers',
  passports: 'phones, without a name; those that you own or owned are included',
  passport_heads: 'checksums on receipts',
  handover_codes: 'how often wrong codes were typed for an order',
  record_keys: 'public keys of the shop',
  cities: 'nobody’s',
  meeting_places: 'nobody’s',
  buyer_keys: 'keyed hashes of the addresses and numbers in the orders, which are included',
  discount_claims: 'which order used a discount; the discount is in the orders',
  reports: {
    name: 'reports',
    about: 'The listings you reported.',
    rows: ownRows('reports', ['listing_id', 'reason', 'note', 'created_at', 'closed_at'], { owner: 'reporter_id' }),
  },
  lost_phones: {
    name: 'lost_phones',
    about: 'The phones you reported lost.',
    rows: ownRows('lost_phones', ['last4', 'known_as', 'lost_on', 'place', 'proof', 'picture', 'state', 'reason', 'created_at', 'decided_at'], {
      owner: 'reporter_id',
    }),
  },
  imei_questions: {
    name: 'claims',
    about: 'Phones you tried to list while somebody else had them on sale.',
    rows: ownRows('imei_questions', ['kind', 'listing_id', 'created_at'], { owner: 'claimant_id' }),
  },
  ...NOTIFICATION_DATA,
  ...CONVERSATION_DATA,
  saved_phones: {
    name: 'saved_phones',
    about: 'Phones you saved, what they cost then, and the lowest price you know of.',
    rows: ownRows('saved_phones', ['listing_id', 'price_cents', 'notified_cents', 'created_at'], { owner: 'user_id', order: ['listing_id'] }),
  },
  listing_views: {
    name: 'listing_views',
    about: 'How many people looked at your listings, by day (counted from 1970).',
    rows: (db, { id }) =>
      db
        .selectFrom('listing_views')
        .innerJoin('listings', 'listings.id', 'listing_views.listing_id')
        .select(['listing_views.listing_id', 'listing_views.day', 'listing_views.people'])
        .where('listings.seller_id', '=', id)
        .orderBy('listing_views.listing_id')
        .orderBy('listing_views.day')
        .execute(),
  },
  listing_viewers: 'today’s hashes, which name nobody and are deleted when the day is over',
  viewer_salts: 'random numbers',
  ...ALERT_DATA,
  ...SELLING_DATA,
  listing_photos: 'which listings show which pictures; the listings are included',
  photo_hashes: 'perceptual hashes of pictures',
  duplicate_photos: 'which listings show each other’s pictures',
  decisions: {
    name: 'decisions',
    about: 'Decisions about your listings, your messages, your reviews and about you as a seller, with reasons.',
    rows: ownRows('decisions', ['id', 'kind', 'listing_id', 'conversation_id', 'review_id', 'reason', 'created_at', 'undone_at', 'undone_reason'], {
      owner: 'seller_id',
      order: ['id'],
    }),
  },
  decision_answers: {
    name: 'answers',
    about: 'Your answers to decisions.',
    rows: ownRows('decision_answers', ['decision_id', 'body', 'created_at', 'settled_at', 'settlement'], { owner: 'author_id', order: ['id'] }),
  },
  audit_log: {
    name: 'deeds',
    about: 'Your actions in our audit log, and the network they came from.',
    rows: ownRows('audit_log', ['at', 'act', 'subject_kind', 'subject_id', 'network'], { owner: 'actor_id', order: ['id'] }),
  },
  listing_risks: 'risk scores of listings',
  image_upload_parts: 'the parts of the uploads, which are included',
  images: 'pictures belong to the listings that name them',
  categories: 'brands',
  changes: 'which listings changed, for a few minutes',
  alert_queue: 'which listings changed, until people are alerted',
  phones: 'hashes that identify nobody; the listings and reports with them are included',
  tac_models: 'makers and models',
  phone_models: 'makers and models',
  intents_pending_cancellation: 'IDs of payments, for as long as the provider may still complete them',
  ledger: 'the amounts of the payments, which are included',
  payouts: {
    name: 'payouts',
    about: 'What you were paid for your sales.',
    rows: ownRows(
      'payouts',
      [
        'order_id',
        'state',
        'gross_cents',
        'refunded_cents',
        'fee_cents',
        'offset_cents',
        'net_cents',
        'reversed_cents',
        'debt_cents',
        'provider',
        'transfer_id',
        'due_at',
        'paid_at',
      ],
      { owner: 'seller_id', order: ['order_id'] },
    ),
  },
  payout_accounts: {
    name: 'payout_accounts',
    about: 'Your account at the payout service. We never see your bank details.',
    rows: ownRows('payout_accounts', ['provider', 'account_id', 'state', 'created_at', 'checked_at'], { owner: 'seller_id' }),
  },
  spent_budgets: 'how many passwords were tried recently, under hashes that identify nobody',
  second_factors: 'a secret that is never shown again; the identity service tells since when it exists',
  recovery_codes: 'hashes; the identity service tells how many are left',
  settings: 'the shop’s own',
  shop_settings: 'the shop’s own texts; a deleted admin’s ID leads to nobody',
  pushes: 'what is about to be shown on a device: see notices and messages',
  leases: 'the shop’s own',
  practice_intents: 'the practice card provider’s books, which name orders and no person',
  practice_refunds: 'the practice card provider’s books, which name orders and no person',
  practice_disputes: 'the practice card provider’s books, which name charges and no person',
  practice_accounts: 'the practice card provider’s books, which name accounts and no person',
  practice_transfers: 'the practice card provider’s books, which name orders and no person',
  practice_reversals: 'the practice card provider’s books, which name orders and no person',
  practice_replays: 'the practice card provider’s books, which name orders and no person',
  practice_events: 'the practice card provider’s books, which name orders and no person',
};

/** All personal data in the shop's tables. */
export const STORED_DATA: readonly StoredData[] = Object.values(TABLES).flatMap((stored) => (typeof stored === 'string' ? [] : stored));
