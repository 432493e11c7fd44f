import type { Insertable, Kysely, Selectable } from 'kysely';

/** Moments are epoch milliseconds, money is whole cents, ids are UUIDv7 text, JSON is text. */
type Moment = number;

export type UsersTable = {
  id: string;
  email: string;
  name: string;
  role: 'buyer' | 'seller' | 'admin';
  verified_at: Moment | null;
  removed_at: Moment | null;
  created_at: Moment;
};

export type CategoriesTable = { id: string; name: string; name_key: string; img: string; position: number };

export type ListingsTable = {
  id: string;
  seller_id: string;
  category_id: string;
  brand: string;
  model_name: string;
  image: string;
  location: string;
  price_cents: number;
  original_price_cents: number;
  year_of_use: string;
  purchase_year: string;
  condition: string;
  mobile_number: string;
  description: string;
  color: string;
  storage: string;
  specification: string;
  post_time: string;
  /** What search looks through: lower case, one space between words. */
  search_text: string;
  /** What filters compare, as `toFacetKey` folds it. */
  storage_key: string;
  condition_key: string;
  color_key: string;
  created_at: Moment;
  advertised_at: Moment | null;
  reported_at: Moment | null;
  sold_at: Moment | null;
  removed_at: Moment | null;
  removed_reason: string | null;
  /** The order that may pay now, until then. */
  held_by: string | null;
  held_until: Moment | null;
};

export type ReportsTable = {
  id: string;
  listing_id: string;
  reporter_id: string;
  created_at: Moment;
  closed_at: Moment | null;
};

export type OrdersTable = {
  id: string;
  listing_id: string;
  buyer_id: string;
  buyer_name: string;
  email: string;
  phone: string;
  meeting_location: string;
  product_name: string;
  image: string;
  price_cents: number;
  created_at: Moment;
  paid_at: Moment | null;
  closed_at: Moment | null;
  closed_reason: string | null;
  /** The provider's intent that this order is being paid with. */
  intent_id: string | null;
  /** How many intents were made for it: part of the idempotency key. */
  intent_attempt: number;
};

/** Money that arrived. `kept` has its phone; `refund_due` goes back; `refunded` went back. */
export type PaymentsTable = {
  id: string;
  order_id: string;
  intent_id: string;
  amount_cents: number;
  currency: string;
  state: 'kept' | 'refund_due' | 'refunded';
  refund_id: string | null;
  created_at: Moment;
  refunded_at: Moment | null;
};

export type ImagesTable = { id: string; width: number; height: number; created_at: Moment };

export type MailsTable = { id: string; recipient: string; subject: string; body: string; sent_at: Moment };

export type SettingsTable = { key: string; value: string };

export type PracticeIntentsTable = {
  id: string;
  client_secret: string;
  amount: number;
  currency: string;
  status: string;
  amount_refunded: number;
  /** Counts the row's changes: an update names the version it was decided on. */
  version: number;
  /** What has no column of its own, JSON; never a card's number. */
  details: string;
  created_at: Moment;
};

export type PracticeRefundsTable = {
  id: string;
  intent_id: string;
  charge_id: string;
  amount: number;
  currency: string;
  status: string;
  created_at: Moment;
};

export type PracticeReplaysTable = { key: string; fingerprint: string; status: number; body: string; created_at: Moment };

export type PracticeEventsTable = {
  id: string;
  type: string;
  body: string;
  attempts: number;
  next_attempt_at: Moment | null;
  delivered_at: Moment | null;
  created_at: Moment;
};

export type Tables = {
  users: UsersTable;
  categories: CategoriesTable;
  listings: ListingsTable;
  reports: ReportsTable;
  orders: OrdersTable;
  payments: PaymentsTable;
  images: ImagesTable;
  mails: MailsTable;
  settings: SettingsTable;
  practice_intents: PracticeIntentsTable;
  practice_refunds: PracticeRefundsTable;
  practice_replays: PracticeReplaysTable;
  practice_events: PracticeEventsTable;
};

export type Db = Kysely<Tables>;
export type ListingRow = Selectable<ListingsTable>;
export type OrderRow = Selectable<OrdersTable>;
export type UserRow = Selectable<UsersTable>;
export type NewListingRow = Insertable<ListingsTable>;
