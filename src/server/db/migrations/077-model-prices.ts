/** What was sold of a model of the catalog, and what is on sale of it. */
export const modelPriceIndices = [
  'create index listings_sold_of_catalog on listings (catalog_model, sold_at) where sold_at is not null and removed_at is null',
  'create index listings_on_sale_of_catalog on listings (catalog_model, price_cents) where sold_at is null and removed_at is null',
];
