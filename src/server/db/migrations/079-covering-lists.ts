/** A brand's lists are found in an index alone: without the last two columns, SQLite looks each row up in its table. */
export const coveringLists = [
  'drop index listings_of_brand_newest',
  'create index listings_of_brand_newest on listings (category_id, created_at, id, sold_at, removed_at) where sold_at is null and removed_at is null',
  'drop index listings_of_brand_cheapest',
  'create index listings_of_brand_cheapest on listings (category_id, price_cents, id, sold_at, removed_at) where sold_at is null and removed_at is null',
];
