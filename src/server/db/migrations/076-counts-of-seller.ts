/** A seller’s listings and the rows of an import are counted from an index alone, and so is who shows a picture. */
export const countsOfSeller = [
  'drop index listings_by_seller',
  'drop index listings_of_seller',
  'create index listings_of_seller on listings (seller_id, created_at, id, sold_at, removed_at) where removed_at is null',
  'drop index listing_import_rows_by_state',
  'create index listing_import_rows_by_state on listing_import_rows (import_id, state, position, known_listing)',
  'drop index listing_photos_of_image',
  'create index listing_photos_of_image on listing_photos (image_id, listing_id)',
];
