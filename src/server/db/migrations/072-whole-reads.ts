/** What was read by scanning whole tables: a person’s data, to export or erase it, what waits for an operator, and a buyer’s reservations. */
export const wholeReads = [
  'create index listings_reserved on listings (reserved_by) where reserved_by is not null',
  'create index disputes_of_intent on disputes (intent_id)',
  'create index outbox_given_up on outbox (given_up_at) where given_up_at is not null',
  'create index image_uploads_open on image_uploads (created_at) where outcome is null',
  'create index order_history_by on order_history (by_id)',
  'drop index order_history_notes',
  'create index fulfillment_history_by on fulfillment_history (by_id)',
  'create index problem_statements_by_author on problem_statements (author_id)',
  'create index meeting_proposals_by on meeting_proposals (by_id)',
  'create index no_shows_by_reporter on no_shows (reporter_id)',
  'create index imei_questions_of_claimant on imei_questions (claimant_id)',
  'create index conversation_sides_of_person on conversation_sides (user_id)',
];
