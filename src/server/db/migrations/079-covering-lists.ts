/** A brand's lists and similar phones are found in an index alone: without the last columns, SQLite looks each row up in its table. */
export const coveringLists = [
  'drop index listings_of_brand_newest',
  'create index listings_of_brand_newest on listings (category_id, created_at, id, sold_at, removed_at) where sold_at is null and removed_at is null',
  'drop index listings_of_brand_cheapest',
  'create index listings_of_brand_cheapest on listings (category_id, price_cents, id, model_key, sold_at, removed_at) where sold_at is null and removed_at is null',
  'drop index listings_of_model',
  'create index listings_of_model on listings (category_id, model_key, price_cents, id, sold_at, removed_at) where sold_at is null and removed_at is null',
];
