/** Sellers' own names of their phones. An import's row with the reference of a listing (`known_listing`) updates it. */
export const references = [
  'alter table listings add column reference text',
  'create unique index listings_by_reference on listings (seller_id, reference) where reference is not null',
  'alter table listing_import_rows add column known_listing text',
];
