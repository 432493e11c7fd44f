/** Removed people who aren't erased yet, for Removed Items and for erasing them. */
export const peopleToErase = [
  'drop index users_removed',
  'create index users_to_erase on users (removed_at, id) where removed_at is not null and erased_at is null',
];
