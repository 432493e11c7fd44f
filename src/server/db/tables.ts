import type { Insertable, Kysely, Selectable } from 'kysely';
import type { RemovedWantedAdsTable, SavedSearchesTable, SearchMatchesTable, WantedAnswersTable } from './tables/alerts.ts';
import type { CitiesTable } from './tables/cities.ts';
import type {
  ConversationBlocksTable,
  ConversationMessagesTable,
  ConversationReportsTable,
  ConversationSidesTable,
  ConversationsTable,
} from './tables/conversations.ts';
import type { ListingViewersTable, ListingViewsTable, ViewerSaltsTable } from './tables/interest.ts';
import type {
  CategoriesTable,
  DraftsTable,
  EarlierPricesTable,
  ListingImportRowsTable,
  ListingImportsTable,
  ListingsTable,
  PhoneModelsTable,
} from './tables/listings.ts';
import type { ImeiQuestionsTable, LostPhonesTable, PhonesTable, TacModelsTable } from './tables/lost-phones.ts';
import type { MeetingPlacesTable, MeetingProposalsTable, MeetingsTable, NoShowsTable } from './tables/meetings.ts';
import type { MailsTable, NotificationSettingsTable, NotificationsTable, OutboxTable, PushesTable, PushSubscriptionsTable } from './tables/messages.ts';
import type { DecisionAnswersTable, DecisionsTable, ListingRisksTable, ReportsTable } from './tables/moderation.ts';
import type { LowestOffersTable, OffersTable } from './tables/offers.ts';
import type { AlertQueueTable, AuditLogTable, ChangesTable, LeasesTable, SettingsTable, ShopSettingsTable, SpentBudgetsTable } from './tables/operations.ts';
import type {
  BuyerKeysTable,
  DiscountClaimsTable,
  DisputesTable,
  FulfillmentHistoryTable,
  FulfillmentsTable,
  HandoverCodesTable,
  HandoverProofsTable,
  IntentsPendingCancellationTable,
  LedgerTable,
  OrderHistoryTable,
  OrdersTable,
  PaymentsTable,
  ProblemStatementsTable,
  ProblemsTable,
  ReservationsTable,
} from './tables/orders.ts';
import type { PassportEntriesTable, PassportHeadsTable, PassportOwnersTable, PassportsTable } from './tables/passports.ts';
import type { PayoutAccountsTable, PayoutsTable } from './tables/payouts.ts';
import type {
  ContactViewsTable,
  ErasuresTable,
  PersonWordsTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SignInEndsTable,
  SignInsTable,
  UsersTable,
} from './tables/people.ts';
import type { PhoneTestsTable, RecordKeysTable } from './tables/phone-tests.ts';
import type {
  DuplicatePhotosTable,
  ImagesTable,
  ImageUploadPartsTable,
  ImageUploadsTable,
  ListingPhotosTable,
  PhotoHashesTable,
  PossessionPhotosTable,
} from './tables/pictures.ts';
import type {
  PracticeAccountsTable,
  PracticeDisputesTable,
  PracticeEventsTable,
  PracticeIntentsTable,
  PracticeRefundsTable,
  PracticeReplaysTable,
  PracticeReversalsTable,
  PracticeTransfersTable,
} from './tables/practice-cards.ts';
import type { ReviewReportsTable, ReviewsTable } from './tables/reviews.ts';
import type { SavedPhonesTable } from './tables/saved.ts';

/** Every table by its name; the columns are in `tables/`, one file for each area. */
export type Tables = {
  users: UsersTable;
  sign_ins: SignInsTable;
  sign_in_ends: SignInEndsTable;
  person_words: PersonWordsTable;
  erasures: ErasuresTable;
  contact_views: ContactViewsTable;
  categories: CategoriesTable;
  cities: CitiesTable;
  drafts: DraftsTable;
  listings: ListingsTable;
  earlier_prices: EarlierPricesTable;
  changes: ChangesTable;
  alert_queue: AlertQueueTable;
  phones: PhonesTable;
  lost_phones: LostPhonesTable;
  imei_questions: ImeiQuestionsTable;
  tac_models: TacModelsTable;
  reports: ReportsTable;
  decisions: DecisionsTable;
  decision_answers: DecisionAnswersTable;
  listing_risks: ListingRisksTable;
  orders: OrdersTable;
  buyer_keys: BuyerKeysTable;
  discount_claims: DiscountClaimsTable;
  order_history: OrderHistoryTable;
  fulfillments: FulfillmentsTable;
  fulfillment_history: FulfillmentHistoryTable;
  problems: ProblemsTable;
  problem_statements: ProblemStatementsTable;
  meeting_proposals: MeetingProposalsTable;
  meetings: MeetingsTable;
  no_shows: NoShowsTable;
  conversations: ConversationsTable;
  conversation_sides: ConversationSidesTable;
  conversation_messages: ConversationMessagesTable;
  conversation_blocks: ConversationBlocksTable;
  conversation_reports: ConversationReportsTable;
  listing_views: ListingViewsTable;
  listing_viewers: ListingViewersTable;
  viewer_salts: ViewerSaltsTable;
  saved_phones: SavedPhonesTable;
  offers: OffersTable;
  lowest_offers: LowestOffersTable;
  saved_searches: SavedSearchesTable;
  search_matches: SearchMatchesTable;
  wanted_answers: WantedAnswersTable;
  removed_wanted_ads: RemovedWantedAdsTable;
  reviews: ReviewsTable;
  review_reports: ReviewReportsTable;
  handover_proofs: HandoverProofsTable;
  handover_codes: HandoverCodesTable;
  meeting_places: MeetingPlacesTable;
  passports: PassportsTable;
  passport_owners: PassportOwnersTable;
  passport_entries: PassportEntriesTable;
  passport_heads: PassportHeadsTable;
  reservations: ReservationsTable;
  disputes: DisputesTable;
  payments: PaymentsTable;
  phone_models: PhoneModelsTable;
  phone_tests: PhoneTestsTable;
  record_keys: RecordKeysTable;
  intents_pending_cancellation: IntentsPendingCancellationTable;
  ledger: LedgerTable;
  payouts: PayoutsTable;
  payout_accounts: PayoutAccountsTable;
  notifications: NotificationsTable;
  notification_settings: NotificationSettingsTable;
  push_subscriptions: PushSubscriptionsTable;
  pushes: PushesTable;
  outbox: OutboxTable;
  images: ImagesTable;
  photo_hashes: PhotoHashesTable;
  listing_photos: ListingPhotosTable;
  duplicate_photos: DuplicatePhotosTable;
  possession_photos: PossessionPhotosTable;
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
  practice_disputes: PracticeDisputesTable;
  practice_accounts: PracticeAccountsTable;
  practice_transfers: PracticeTransfersTable;
  practice_reversals: PracticeReversalsTable;
  practice_replays: PracticeReplaysTable;
  practice_events: PracticeEventsTable;
};

export type Db = Kysely<Tables>;
export type ListingRow = Selectable<ListingsTable>;
export type OrderRow = Selectable<OrdersTable>;
export type UserRow = Selectable<UsersTable>;
export type NewListingRow = Insertable<ListingsTable>;
