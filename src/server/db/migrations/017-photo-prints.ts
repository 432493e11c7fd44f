/**
 * Pictures have what they are recognised by: a small grey picture, and hashes whose four quarters (`band0` to `band3`) are looked up by. `listing_photos`
 * says which listings show a picture, `seen_photos` which of them show one that another seller showed, and `in_hand_photos` holds the codes that sellers
 * photograph beside their phones.
 */
export const photoHashes = [
  'alter table images add column small text',
  'alter table images add column printed_at bigint',
  'create index images_unprinted on images (id) where printed_at is null and kept_at is not null and removed_at is null',

  `create table photo_hashes (
    image_id text not null references images (id) on delete cascade, part bigint not null, hash text not null,
    band0 bigint not null, band1 bigint not null, band2 bigint not null, band3 bigint not null, primary key (image_id, part))`,
  'create index photo_hashes_band0 on photo_hashes (band0)',
  'create index photo_hashes_band1 on photo_hashes (band1)',
  'create index photo_hashes_band2 on photo_hashes (band2)',
  'create index photo_hashes_band3 on photo_hashes (band3)',

  `create table listing_photos (
    listing_id text not null references listings (id), image_id text not null references images (id) on delete cascade, address text not null,
    compared_at bigint, primary key (listing_id, image_id))`,
  'create index listing_photos_of_image on listing_photos (image_id)',
  'create index listing_photos_waiting on listing_photos (listing_id, image_id) where compared_at is null',

  `create table seen_photos (
    id text primary key, listing_id text not null references listings (id), other_listing_id text not null references listings (id),
    image_id text not null, other_image_id text not null, likeness text not null check (likeness in ('same', 'alike')), mirrored bigint not null,
    created_at bigint not null, closed_at bigint, decision text, decided_by text)`,
  'create unique index seen_photos_once on seen_photos (listing_id, other_listing_id)',
  'create index seen_photos_open on seen_photos (created_at, id) where closed_at is null',
  `create index seen_photos_dismissed on seen_photos (image_id, other_image_id) where decision = 'dismissed'`,

  'alter table listings add column in_hand_at bigint',
  `create table in_hand_photos (
    id text primary key, code text not null unique, seller_id text not null references users (id), listing_id text references listings (id),
    created_at bigint not null, expires_at bigint not null, image text, image_id text, shown bigint not null, seen_listing_id text, sent_at bigint,
    decision text check (decision in ('confirmed', 'refused')), reason text, decided_by text, decided_at bigint, released_at bigint)`,
  'create index in_hand_photos_of_seller on in_hand_photos (seller_id, created_at)',
  'create unique index in_hand_photos_of_image on in_hand_photos (image_id)',
  'create index in_hand_photos_of_listing on in_hand_photos (listing_id)',
  'create index in_hand_photos_queue on in_hand_photos (sent_at, id) where decision is null and sent_at is not null',
];
