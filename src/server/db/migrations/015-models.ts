/** The catalogue of phone models. */
export const phoneModels = [
  `create table phone_models (
    id text primary key, brand text not null, name text not null, name_key text not null unique, also text not null, numbers text not null,
    released text, launch_price_cents bigint, updates_until text, facts text not null, origin text not null, updated_at bigint not null)`,
];
