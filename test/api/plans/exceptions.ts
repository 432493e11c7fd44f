import type { Statement } from './statements.ts';

/** Tables that stay small however large the shop, with the reason. */
export const SMALL: Record<string, string> = {
  categories: 'a row a brand',
  settings: 'a row a setting',
  shop_settings: 'a row each time that an admin changes the settings',
  leases: 'a row a kind of background work',
  record_keys: 'a key of the shop each time that it is changed',
  migrations: 'a row a version of the tables',
  listing_imports: 'files that sellers imported lately: old ones are deleted',
  phone_models: 'the catalog of models, which each process reads once into memory',
  intents_pending_cancellation: 'payments that are being taken back, until the next sweep',
};

/** Statements that read a whole table or index on purpose, with the reason. */
const ALLOWED: { tables: string[]; part: RegExp; why: string }[] = [
  { tables: ['listings'], part: /^select "category_id", count\(\*\)/u, why: 'the home page of a shop whose search index is still loading, once a start' },
  { tables: ['listings'], part: /^select count\(\*\) as "count" from "listings" where "sold_at" is null/u, why: 'the size of the search index, once a start' },
  { tables: ['users'], part: /^select "id" from "users" where "verified_at" is not null/u, why: 'the search index lists verified sellers, once a start' },
  {
    tables: ['outbox', 'payments', 'image_uploads', 'images', 'orders', 'listings'],
    part: /^select count\(\*\) as "waiting"/u,
    why: 'the operator’s page counts what waits, and each queue has a partial index of just that',
  },
  {
    tables: ['orders', 'reservations'],
    part: /^select (?:"intent_id" from "orders" where "state" = \?|"listings"\."id" from "orders" inner join "listings")/u,
    why: 'sweeps of what is being paid and reserved now, along partial indexes of just that',
  },
];

export const isAllowed = ({ shape }: Statement, table: string): boolean => ALLOWED.some((one) => one.tables.includes(table) && one.part.test(shape));
