/**
 * How many people looked at a listing on each day (days since 1970). Who they were is never stored: `listing_viewers` has keyed hashes of today's,
 * which nobody can trace once the day and its salt are gone.
 */
export const listingViews = [
  `create table listing_views (
    listing_id text not null references listings (id), day integer not null, people integer not null, primary key (listing_id, day))`,
  'create index listing_views_of_day on listing_views (day)',
  `create table listing_viewers (
    day integer not null, listing_id text not null references listings (id), viewer text not null, primary key (day, listing_id, viewer))`,
  'create table viewer_salts (day integer primary key, salt text not null)',
];
