/** Why a listing whose seller was suspended or removed while it was paused is hidden. */
const WITH_SELLER = `update listings set removed_reason = 'seller_removed'
  where removed_reason = 'paused' and seller_id in (select id from users where removed_at is not null)`;
const SUSPENDED = `update listings set removed_reason = 'suspended'
  where removed_reason = 'paused' and seller_id in (select id from users where suspended_at is not null)`;

/** Since when a listing is paused stays known while it is under review or removed; reports of paused listings are listed, too. */
export const pausedListings = [
  'alter table listings add column paused_at bigint',
  `update listings set paused_at = removed_at where removed_reason = 'paused'`,
  WITH_SELLER,
  SUSPENDED,
  'drop index if exists listings_reported',
  'create index listings_reported on listings (reported_at, id) where reported_at is not null',
];
