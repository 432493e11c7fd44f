/** Finds the reviews that were removed lately, which an admin may restore. */
export const removedReviews = ['create index reviews_removed on reviews (removed_at, id) where removed_at is not null'];
