/** Since when a listing shows a test that its phone passed. */
export const testedListings = ['alter table listings add column tested_at bigint'];
