/** What admins set in the browser, a row for each of the latest versions: `settings` is JSON of what is not left to the default. */
export const shopSettings = [
  'create table if not exists shop_settings (revision integer primary key, settings text not null, changed text not null, user_id text not null, created_at bigint not null)',
];
