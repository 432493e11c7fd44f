const SEARCH_INDEX =
  'created_at, id, category_id, price_cents, seller_id, brand_key, model_key, number_key, storage_key, condition_key, color_key, ram_key, place_key, year, updates_month, city_lat, city_lng, sold_at, removed_at';

/** Cities from the operator's list, and the city that each listing's location names; coordinates in hundredths of a degree. */
export const cities = [
  `create table cities (
    id bigint primary key, name text not null, name_key text not null, start_key text not null, admin1 text not null, country text not null,
    lat bigint not null, lng bigint not null, population bigint not null)`,
  'create index cities_by_name on cities (name_key)',
  'create index cities_by_start on cities (start_key, population, id)',
  'create index cities_by_spot on cities (lat, lng)',
  'alter table listings add column city_id bigint',
  'alter table listings add column city_lat bigint',
  'alter table listings add column city_lng bigint',
  // The search index is read from this index alone.
  'drop index if exists listings_shelf',
  `create index listings_shelf on listings (${SEARCH_INDEX}) where sold_at is null and removed_at is null`,
];
