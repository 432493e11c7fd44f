/** What was sold: of a model, whatever its storage; and of all. Both by when it was sold. */
export const priceEstimateIndices = [
  'create index if not exists listings_sold_of_model on listings (category_id, model_key, sold_at, storage_key) where sold_at is not null and removed_at is null',
  'create index if not exists listings_sold_latest on listings (sold_at, id) where sold_at is not null and removed_at is null',
];
