/** A seller’s listings on sale and sold are counted from an index alone, and so is who shows a picture. */
export const countsOfSeller = [
  'drop index listings_by_seller',
  'drop index listings_of_seller',
  'create index listings_of_seller on listings (seller_id, created_at, id, sold_at, removed_at) where removed_at is null',
  'drop index listing_photos_of_image',
  'create index listing_photos_of_image on listing_photos (image_id, listing_id)',
];
