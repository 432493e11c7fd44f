/** Listings that changed since people were last alerted about them, and what those who saved a phone know of it. */
export const alerts = [
  'create table alert_queue (id text primary key, listing_id text, seller_id text)',
  'alter table saved_phones add column notified_cents bigint not null default 0',
  'alter table saved_phones add column was_on_sale integer not null default 1',
  'update saved_phones set notified_cents = price_cents',
  `update saved_phones set was_on_sale = 0
    where listing_id in (select id from listings where sold_at is not null or removed_at is not null)`,
  'create index saved_phones_of_listing on saved_phones (listing_id)',
];
