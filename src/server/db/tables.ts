import type { Generated, Insertable, Kysely, Selectable } from 'kysely';

import type { ShelfKeys } from './shelf-keys.ts';

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
  /** The identity that registered them, as `ProvenIdentity.subject` says it; null when nobody knows. */
  identity_subject: Generated<string | null>;
  /** When they deleted their account: the row names nobody any more, and nobody brings it back. */
  erased_at: Generated<Moment | null>;
  /** Since when they may not sell; null when they may. */
  suspended_at: Generated<Moment | null>;
};

/** People who left, and whom the identity service is still to forget; tried at `due_at`. */
export type ErasuresTable = { user_id: string; email: string; created_at: Moment; due_at: Moment };

/** Sign-ins at an identity service elsewhere, as its tokens told of them; `ended_at`: it stands no more, whatever a token says. */
export type SignInsTable = { id: string; email: string; expires_at: Moment; ended_at: Moment | null };

/** Every sign-in of this address that began by then is over. */
export type SignInEndsTable = { email: string; ended_at: Moment };

/** A budget that all processes share, and the moment at which it is whole again. `id` is a hash: it names nobody. */
export type SpentBudgetsTable = { id: string; whole_at: Moment };

/** What an account of built-in identity proves itself with besides its password. `confirmed_at`: null while nobody has shown a first code. */
export type SecondFactorsTable = { user_id: string; secret: string; salt: string; started_at: Moment; confirmed_at: Moment | null; last_step: number | null };

/** Codes for whoever lost the app, as hashes; each is good once. */
export type RecoveryCodesTable = { user_id: string; hash: string; used_at: Moment | null };

export type CategoriesTable = { id: string; name: string; name_key: string; img: string; position: number };

export type ListingsTable = ShelfKeys & {
  id: string;
  seller_id: string;
  category_id: string;
  brand: string;
  model_name: string;
  /** The first photo; `photos` are the others, a JSON list of addresses. */
  image: string;
  photos: string;
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
  created_at: Moment;
  advertised_at: Moment | null;
  reported_at: Moment | null;
  sold_at: Moment | null;
  removed_at: Moment | null;
  removed_reason: string | null;
  /** The order that may pay now, until then. */
  held_by: string | null;
  held_until: Moment | null;
  /** The phone, as `PhoneKey.hash` names it; null when its seller gave no IMEI. */
  imei_hash: Generated<string | null>;
  imei_last4: Generated<string | null>;
  /** Since when the phone is known as not reported lost; null while it is, too. */
  imei_checked_at: Generated<Moment | null>;
  /** The model of the catalogue that it surely is, and the last month of its security updates, counted from the year 0; null and 0 where not known. */
  catalogue_model: Generated<string | null>;
  updates_month: Generated<number>;
  /** When an admin confirmed that its seller has it in hand. */
  in_hand_at: Generated<Moment | null>;
};

/** A row for each phone whose IMEI was given: what concerns one phone queues there. `key_id`: which secret its hash was made with. */
export type PhonesTable = { imei_hash: string; key_id: string; seen_at: Moment };

/** Phones reported lost. Those whose report was accepted are the shop's register. */
export type LostPhonesTable = {
  id: string;
  imei_hash: string;
  last4: string;
  /** Maker and model by the IMEI's first eight digits, where they are known. */
  known_as: string | null;
  reporter_id: string;
  /** The day, as `2026-11-21`. */
  lost_on: string;
  place: string;
  proof: string;
  picture: string | null;
  state: 'open' | 'accepted' | 'refused' | 'withdrawn';
  /** What the admin wrote to the reporter. */
  reason: string | null;
  decided_by: string | null;
  created_at: Moment;
  decided_at: Moment | null;
};

/** What an admin should look at: `said` by the listing, or by whom else the phone is claimed; `known` by its IMEI. */
export type ImeiQuestionsTable = {
  id: string;
  kind: 'claimed_twice' | 'other_model';
  listing_id: string;
  claimant_id: string | null;
  said: string;
  known: string | null;
  created_at: Moment;
  closed_at: Moment | null;
};

/** Makers and models by the first eight digits of an IMEI; `models` is a JSON list of names and model numbers. */
export type TacModelsTable = { tac: string; brand: string; models: string };

/** Which listings are shown differently since when, for a while: by it every process keeps up with the others. */
export type ChangesTable = { id: string; at: Moment; listing_id: string | null; category_id: string | null; seller_id: string | null };

export type ReportsTable = {
  id: string;
  listing_id: string;
  reporter_id: string;
  created_at: Moment;
  closed_at: Moment | null;
  /** One of the contract's, and the reporter's own words. */
  reason: Generated<string | null>;
  note: Generated<string | null>;
  /** What was decided when it was closed. */
  decision_id: Generated<string | null>;
};

/** What was decided about a listing or a seller, why, and whether it was undone. */
export type DecisionsTable = {
  id: string;
  kind: 'hold' | 'removal' | 'clearance' | 'warning' | 'suspension';
  seller_id: string;
  listing_id: string | null;
  reason: string;
  by_id: string | null;
  created_at: Moment;
  undone_at: Moment | null;
  undone_reason: string | null;
};

/** What somebody concerned answered to a decision: one answer a person. */
export type DecisionAnswersTable = {
  id: string;
  decision_id: string;
  author_id: string;
  written_as: 'seller' | 'reporter';
  body: string;
  created_at: Moment;
  settled_at: Moment | null;
  settlement: string | null;
};

/** Listings that are to be looked at, or may be: `due_at` says that the risk is to be assessed anew. Those of low risk that nobody reported have no row. */
export type ListingRisksTable = {
  listing_id: string;
  /** 0 to 100. */
  score: number;
  /** JSON, as `RiskSignal` answers it. */
  signals: string;
  due_at: Moment | null;
  assessed_at: Moment | null;
  /** The risk with which an admin found the listing in order; it is looked at again above that. */
  cleared_score: number | null;
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
  /** Where it is in its life; changed along the arrows of `features/orders/life.ts` alone. */
  state: 'booked' | 'paying' | 'paid' | 'closed' | 'refunding' | 'refunded';
  seller_id: string;
  /** When the seller got the money. */
  paid_out_at: Moment | null;
};

/** Every change of an order's state, counted from 1. */
export type OrderHistoryTable = {
  order_id: string;
  step: number;
  from_state: string | null;
  to_state: OrdersTable['state'];
  why: string;
  note: string | null;
  by_role: string;
  by_id: string | null;
  at: Moment;
};

/** Orders whose buyers asked to be next when their phone is held for nobody. */
export type HoldWaitsTable = { order_id: string; listing_id: string; created_at: Moment /** Says who came first within one millisecond. */; ticket: string };

/** Intents that are not to be paid any more, until the provider has said so. */
export type RetiredIntentsTable = { intent_id: string; order_id: string; created_at: Moment };

/** Money that came and went, never changed: charges, and refunds once the provider has made them. `reference` is the provider's id. */
export type LedgerTable = {
  id: string;
  /** `refund_failed` takes back the refund of the same reference. */
  kind: 'charge' | 'refund' | 'refund_failed';
  /** Whose list it is on. */
  provider: 'practice' | 'stripe';
  order_id: string;
  intent_id: string;
  reference: string;
  amount_cents: number;
  currency: string;
  at: Moment;
};

/** Models of phones. What is a list is JSON; `facts` is the rest of what is known, as `PhoneModel` answers it. */
export type PhoneModelsTable = {
  id: string;
  brand: string;
  name: string;
  /** Brand and name as one compares them: there is one model of each. */
  name_key: string;
  /** Other names, and model numbers. */
  also: string;
  numbers: string;
  /** `2019-09` or `2019`. */
  released: string | null;
  launch_price_cents: number | null;
  /** The month of the last security update. */
  updates_until: string | null;
  facts: string;
  /** What the shop wrote down changes with its versions; what an operator gave stays. */
  origin: 'shop' | 'operator';
  updated_at: Moment;
};

/** What people are told in the dashboard. */
export type NoticesTable = {
  id: string;
  user_id: string;
  email: string;
  kind: string;
  subject: string;
  body: string;
  path: string;
  created_at: Moment;
  read_at: Moment | null;
};

/** Mails on their way. What `expires_at` has a secret in its link: the body and the link are emptied as soon as it was sent or given up. */
export type OutboxTable = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  body: string;
  /** The one address that it leads to: the shop's own path, or a whole address. */
  link: string | null;
  label: string;
  created_at: Moment;
  expires_at: Moment | null;
  tries: number;
  /** When to send it, or to try again; null once it was sent or given up. */
  due_at: Moment | null;
  sent_at: Moment | null;
  given_up_at: Moment | null;
  /** How the last try failed: a code, never a person. */
  failure: string | null;
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
  /** How many refunds were tried: part of the idempotency key. */
  refund_attempt: number;
  created_at: Moment;
  refunded_at: Moment | null;
};

/** Written before the first byte of a picture is sent anywhere, so that nothing is ever kept that no row knows of. */
export type ImagesTable = {
  id: string;
  width: number;
  height: number;
  store: 'disk' | 's3' | 'imgbb';
  /** Where browsers load it; null until it is kept, and for pictures from before this was written down. */
  address: string | null;
  /** Where its host lets people remove it, when only people can. */
  delete_url: string | null;
  created_at: Moment;
  /** When all of its files were there. */
  kept_at: Moment | null;
  /** When something of the shop first showed it: from then on it stays. */
  used_at: Moment | null;
  /** When it was given up, because nothing used it: nothing may from then on. */
  removed_at: Moment | null;
  /** When its files were gone, or left to the operator. */
  gone_at: Moment | null;
  /** A small grey picture to compare by, base64; null while there is none, and for one that can't be read any more. */
  small: Generated<string | null>;
  /** When it was looked at for what it is recognised by, whatever came of it. */
  printed_at: Generated<Moment | null>;
};

/** Hashes of a picture (`part` 0) and of what is left when its edges are cut a little; the bands are their quarters. */
export type PhotoHashesTable = { image_id: string; part: number; hash: string; band0: number; band1: number; band2: number; band3: number };

/** Which of the shop's own pictures a listing shows. `compared_at`: when it was looked for among the others. */
export type ListingPhotosTable = { listing_id: string; image_id: string; address: string; compared_at: Moment | null };

/** A listing shows a photo that another seller's earlier one shows, too. */
export type SeenPhotosTable = {
  id: string;
  listing_id: string;
  other_listing_id: string;
  image_id: string;
  other_image_id: string;
  likeness: 'same' | 'alike';
  mirrored: 0 | 1;
  created_at: Moment;
  closed_at: Moment | null;
  decision: 'dismissed' | 'removed' | null;
  decided_by: string | null;
};

/** A code that a seller photographs beside the phone, and what came of it. */
export type InHandPhotosTable = {
  id: string;
  code: string;
  seller_id: string;
  /** Null until the phone is listed. */
  listing_id: string | null;
  created_at: Moment;
  expires_at: Moment;
  image: string | null;
  image_id: string | null;
  /** Whether the seller wants it to be seen by everybody. */
  shown: 0 | 1;
  /** Another seller's listing with a photo much like it. */
  seen_listing_id: string | null;
  sent_at: Moment | null;
  decision: 'confirmed' | 'refused' | null;
  reason: string | null;
  decided_by: string | null;
  decided_at: Moment | null;
  /** When its picture was let go of. */
  released_at: Moment | null;
};

/** A file that is being sent in parts. `outcome`: what came of it, JSON; null until it is complete. */
export type ImageUploadsTable = { id: string; user_id: string; size: number; received: number; outcome: string | null; created_at: Moment };

/** A file of listings. `columns`: JSON, what each was taken for; `origin`: where the shop was when it was sent, by which its own pictures are known. */
export type ListingImportsTable = {
  id: string;
  seller_id: string;
  file_name: string;
  state: 'reading' | 'review' | 'running' | 'done' | 'cancelled' | 'stopped';
  encoding: string;
  separator: string;
  columns: string;
  origin: string | null;
  /** Why it was stopped. */
  reason: string | null;
  created_at: Moment;
  /** When something was last done for it. */
  touched_at: Moment;
  ended_at: Moment | null;
};

/** `position`: which row of the file; `cells`: JSON, as they were written but for the IMEI, and none once it is listed. `known_as`: as `CheckedPhone.known`. */
export type ListingImportRowsTable = {
  import_id: string;
  position: number;
  state: 'ready' | 'refused' | 'skipped' | 'listed' | 'failed';
  cells: string;
  title: string;
  price: string;
  /** What is wrong, by field, JSON. */
  fields: string;
  sentence: string | null;
  question: string | null;
  imei_hash: string | null;
  imei_last4: string | null;
  imei_key_id: string | null;
  known_as: string | null;
  listing_id: string | null;
};

/** `position`: where in the file the part begins; `content`: base64. */
export type ImageUploadPartsTable = { upload_id: string; position: number; size: number; content: string };

/** What was done, by whom; never changed. `number`, `previous` and `hash` are null until it is sealed. */
export type AuditLogTable = {
  id: string;
  number: number | null;
  at: Moment;
  actor_role: string;
  actor_id: string | null;
  act: string;
  subject_kind: string;
  subject_id: string;
  network: string | null;
  request_id: string | null;
  before: string | null;
  after: string | null;
  /** The seal of the row with the number before. */
  previous: string | null;
  hash: string | null;
};

export type MailsTable = { id: string; recipient: string; subject: string; body: string; sent_at: Moment };

export type SettingsTable = { key: string; value: string };

/** `settings` and `changed` are JSON: what was set, by its name, and the names of what differs from the version before. */
export type ShopSettingsTable = { revision: number; settings: string; changed: string; user_id: string; created_at: Moment };

/** Which process does a piece of work, until when. */
export type LeasesTable = { name: string; holder: string; until: Moment };

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

/** A listing that is not finished. `content`: JSON, `{}` once it was published. */
export type DraftsTable = {
  seller_id: string;
  /** Chosen by the seller's browser, and theirs alone. */
  id: string;
  revision: number;
  content: string;
  /** The listing that was made of it. */
  listing_id: string | null;
  created_at: Moment;
  saved_at: Moment;
};

export type Tables = {
  users: UsersTable;
  sign_ins: SignInsTable;
  sign_in_ends: SignInEndsTable;
  erasures: ErasuresTable;
  categories: CategoriesTable;
  drafts: DraftsTable;
  listings: ListingsTable;
  changes: ChangesTable;
  phones: PhonesTable;
  lost_phones: LostPhonesTable;
  imei_questions: ImeiQuestionsTable;
  tac_models: TacModelsTable;
  reports: ReportsTable;
  decisions: DecisionsTable;
  decision_answers: DecisionAnswersTable;
  listing_risks: ListingRisksTable;
  orders: OrdersTable;
  order_history: OrderHistoryTable;
  hold_waits: HoldWaitsTable;
  payments: PaymentsTable;
  phone_models: PhoneModelsTable;
  retired_intents: RetiredIntentsTable;
  ledger: LedgerTable;
  notices: NoticesTable;
  outbox: OutboxTable;
  images: ImagesTable;
  photo_hashes: PhotoHashesTable;
  listing_photos: ListingPhotosTable;
  seen_photos: SeenPhotosTable;
  in_hand_photos: InHandPhotosTable;
  image_uploads: ImageUploadsTable;
  image_upload_parts: ImageUploadPartsTable;
  listing_imports: ListingImportsTable;
  listing_import_rows: ListingImportRowsTable;
  mails: MailsTable;
  audit_log: AuditLogTable;
  settings: SettingsTable;
  shop_settings: ShopSettingsTable;
  spent_budgets: SpentBudgetsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  leases: LeasesTable;
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
