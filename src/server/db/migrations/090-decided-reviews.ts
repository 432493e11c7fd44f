/** Removals of reviews are decisions, too. */
export const decidedReviews = ['alter table decisions add column review_id text references reviews (id)'];
