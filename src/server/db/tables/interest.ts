/** How many people looked at a listing on a day that is over. Days are counted from 1970, in UTC. */
export type ListingViewsTable = { listing_id: string; day: number; people: number };

/** Who looked at a listing today, as a keyed hash that is different for each listing and day. */
export type ListingViewersTable = { day: number; listing_id: string; viewer: string };

/** What a day's hashes are made with; deleted when the day is over. */
export type ViewerSaltsTable = { day: number; salt: string };
