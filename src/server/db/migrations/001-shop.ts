/** The shop's own tables. `bigint` for moments and cents: both engines answer them as numbers. */
export const shopTables = [
  `create table users (
    id text primary key, email text not null unique, name text not null, role text not null check (role in ('buyer', 'seller', 'admin')),
    verified_at bigint, removed_at bigint, created_at bigint not null)`,
  'create index users_by_role on users (role, created_at, id) where removed_at is null',
  'create index users_removed on users (removed_at, id) where removed_at is not null',

  `create table categories (
    id text primary key, name text not null, name_key text not null unique, img text not null, position bigint not null)`,

  `create table listings (
    id text primary key,
    seller_id text not null references users (id),
    category_id text not null references categories (id),
    brand text not null, model_name text not null, image text not null, location text not null,
    price_cents bigint not null check (price_cents > 0), original_price_cents bigint not null check (original_price_cents > 0),
    year_of_use text not null, purchase_year text not null, condition text not null, mobile_number text not null,
    description text not null, color text not null, storage text not null, specification text not null, post_time text not null,
    search_text text not null,
    created_at bigint not null, advertised_at bigint, reported_at bigint, sold_at bigint,
    removed_at bigint, removed_reason text, held_by text, held_until bigint)`,
  'create index listings_newest on listings (created_at, id) where sold_at is null and removed_at is null',
  'create index listings_cheapest on listings (price_cents, id) where sold_at is null and removed_at is null',
  'create index listings_of_brand_newest on listings (category_id, created_at, id) where sold_at is null and removed_at is null',
  'create index listings_of_brand_cheapest on listings (category_id, price_cents, id) where sold_at is null and removed_at is null',
  'create index listings_of_seller on listings (seller_id, created_at, id) where removed_at is null',
  `create index listings_advertised on listings (advertised_at, id)
    where advertised_at is not null and sold_at is null and removed_at is null`,
  'create index listings_reported on listings (reported_at, id) where reported_at is not null and removed_at is null',
  'create index listings_removed on listings (removed_at, id) where removed_at is not null',

  `create table reports (
    id text primary key, listing_id text not null references listings (id), reporter_id text not null references users (id),
    created_at bigint not null, closed_at bigint)`,
  'create unique index reports_once on reports (listing_id, reporter_id) where closed_at is null',

  `create table orders (
    id text primary key,
    listing_id text not null references listings (id),
    buyer_id text not null references users (id),
    buyer_name text not null, email text not null, phone text not null, meeting_location text not null,
    product_name text not null, image text not null, price_cents bigint not null,
    created_at bigint not null, paid_at bigint, closed_at bigint, closed_reason text,
    intent_id text unique, intent_attempt bigint not null)`,
  'create unique index orders_once on orders (listing_id, buyer_id) where closed_at is null',
  'create unique index orders_paid_once on orders (listing_id) where paid_at is not null',
  'create index orders_of_buyer on orders (buyer_id, created_at, id)',

  `create table payments (
    id text primary key, order_id text not null references orders (id), intent_id text not null unique,
    amount_cents bigint not null, currency text not null, state text not null check (state in ('kept', 'refund_due', 'refunded')),
    refund_id text, created_at bigint not null, refunded_at bigint)`,
  `create unique index payments_kept_once on payments (order_id) where state = 'kept'`,
  `create index payments_refund_due on payments (created_at) where state = 'refund_due'`,

  'create table images (id text primary key, width bigint not null, height bigint not null, created_at bigint not null)',
  'create table mails (id text primary key, recipient text not null, subject text not null, body text not null, sent_at bigint not null)',
  'create index mails_latest on mails (sent_at, id)',
  'create table settings (key text primary key, value text not null)',
];

/** The practice card provider's books. */
export const practiceCardTables = [
  `create table practice_intents (
    id text primary key, client_secret text not null, amount bigint not null, currency text not null, status text not null,
    amount_refunded bigint not null, version bigint not null, details text not null, created_at bigint not null)`,
  'create index practice_intents_latest on practice_intents (created_at, id)',
  `create table practice_refunds (
    id text primary key, intent_id text not null references practice_intents (id), charge_id text not null, amount bigint not null,
    currency text not null, status text not null, created_at bigint not null)`,
  'create index practice_refunds_of_intent on practice_refunds (intent_id, created_at, id)',
  `create table practice_replays (
    key text primary key, fingerprint text not null, status bigint not null, body text not null, created_at bigint not null)`,
  'create index practice_replays_oldest on practice_replays (created_at)',
  `create table practice_events (
    id text primary key, type text not null, body text not null, attempts bigint not null, next_attempt_at bigint,
    delivered_at bigint, created_at bigint not null)`,
  'create index practice_events_waiting on practice_events (next_attempt_at) where next_attempt_at is not null',
];
