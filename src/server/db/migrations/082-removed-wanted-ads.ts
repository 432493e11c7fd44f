/** Wanted ads that admins removed and whose searches were deleted since: their people can't post them again. */
export const removedWantedAds = [
  `create table removed_wanted_ads (
    user_id text not null references users (id), path text not null, removed_at bigint not null, primary key (user_id, path))`,
];
