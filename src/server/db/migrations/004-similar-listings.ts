/** Listings of one model, to be offered beside each other. */
export const similarListings = [
  `create index listings_of_model on listings (category_id, model_name, price_cents, id) where sold_at is null and removed_at is null`,
];
