/** An admin's page of one person lists what happened to them, the newest first. */
export const recordsOfPerson = [
  'create index reviews_of_subject_newest on reviews (subject_id, created_at, id)',
  'create index reviews_by_author_newest on reviews (author_id, created_at, id)',
  'drop index reviews_by_author',
  'create index no_shows_of_person_newest on no_shows (absent_id, reported_at, id)',
  'drop index no_shows_of_person',
  'create index conversation_reports_of_newest on conversation_reports (reported_id, created_at, id)',
  'drop index conversation_reports_of',
];
