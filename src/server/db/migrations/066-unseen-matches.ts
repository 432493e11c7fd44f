/** What a search found since its last alert, apart from all that it ever found: an alert reads only the former. */
export const unseenMatches = ['create index search_matches_unseen on search_matches (search_id, listing_id) where notified_at is null'];
