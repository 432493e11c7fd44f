/**
 * Pictures know which store has them, and how far along their life they are: being uploaded, kept, used by a listing, removed. Those that were there
 * before count as used, whether they are or not. And files that come in parts; these are base64, which both engines keep and copy alike.
 */
export const photoTables = [
  `alter table images add column store text not null default 'disk'`,
  'alter table images add column address text',
  'alter table images add column delete_url text',
  'alter table images add column kept_at bigint',
  'alter table images add column used_at bigint',
  'alter table images add column removed_at bigint',
  'alter table images add column gone_at bigint',
  'update images set kept_at = created_at, used_at = created_at',
  'create index images_unused on images (created_at, id) where used_at is null',
  'create unique index images_address on images (address) where address is not null',

  `create table image_uploads (
    id text primary key, user_id text not null references users (id), size bigint not null check (size > 0), received bigint not null,
    outcome text, created_at bigint not null)`,
  'create index image_uploads_of_user on image_uploads (user_id, created_at)',
  'create index image_uploads_oldest on image_uploads (created_at)',
  `create table image_upload_parts (
    upload_id text not null references image_uploads (id) on delete cascade, position bigint not null, size bigint not null, content text not null,
    primary key (upload_id, position))`,
];
