/** What was sold: of a model, its storages apart; and of all, in its order. */
export const worthIndices = [
  'create index if not exists listings_sold_of_model on listings (category_id, model_key, storage_key, sold_at) where sold_at is not null and removed_at is null',
  'create index if not exists listings_sold_latest on listings (sold_at, id) where sold_at is not null and removed_at is null',
];
