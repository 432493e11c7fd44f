/** Files of listings that sellers sent, and what comes of each of their rows. A seller has one at a time that is not at its end. */
export const listingImports = [
  `create table listing_imports (
    id text primary key, seller_id text not null references users (id), file_name text not null,
    state text not null check (state in ('reading', 'review', 'running', 'done', 'cancelled', 'stopped')),
    encoding text not null, separator text not null, columns text not null, origin text, reason text,
    created_at bigint not null, touched_at bigint not null, ended_at bigint)`,
  `create unique index listing_imports_open on listing_imports (seller_id) where state in ('reading', 'review', 'running')`,
  'create index listing_imports_of_seller on listing_imports (seller_id, created_at, id)',
  `create index listing_imports_running on listing_imports (created_at, id) where state = 'running'`,
  `create table listing_import_rows (
    import_id text not null references listing_imports (id) on delete cascade, position bigint not null,
    state text not null check (state in ('ready', 'refused', 'skipped', 'listed', 'failed')),
    cells text not null, title text not null, price text not null, fields text not null, sentence text, question text,
    imei_hash text, imei_last4 text, imei_key_id text, known_as text, listing_id text, primary key (import_id, position))`,
  'create index listing_import_rows_by_state on listing_import_rows (import_id, state, position)',
];
