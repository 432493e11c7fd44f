import { hashPassword } from 'better-auth/crypto';
import { v7 as uuid } from 'uuid';
import { demoId } from '../../src/server/db/seed/demo-id.ts';
import type { NewListingRow } from '../../src/server/db/tables.ts';
import { PASSWORD } from '../../test/support/world/values.ts';
import type { Shop } from '../shop/ingredients.ts';
import { createListingSource } from '../shop/listings.ts';

export type Value = string | number | null;
/** Rows to load into a table. Fillings are in an order that respects foreign keys. */
export type Filling = { table: string; rows: Iterable<Record<string, Value>> };

const listingRows = function* (shop: Shop, images: string[]): Generator<NewListingRow> {
  const source = createListingSource({ ...shop, images });
  for (let at = 0; at < source.size; at += 1) yield source.rowAt(at);
};

const withReports = function* (listings: Iterable<NewListingRow>, reported: NewListingRow[]): Generator<NewListingRow> {
  for (const listing of listings) {
    if (typeof listing.reported_at === 'number') reported.push(listing);
    yield listing;
  }
};

/** One report per reported listing, by one of the buyers. */
const reportRows = function* (reported: NewListingRow[], { buyers }: Shop): Generator<Record<string, Value>> {
  for (const [at, { id, reported_at }] of reported.entries())
    yield {
      id: uuid({ msecs: reported_at ?? 0 }),
      listing_id: id,
      reporter_id: buyers[at % buyers.length]?.id ?? '',
      created_at: reported_at ?? 0,
      closed_at: null,
    };
};

/** The rows of a whole shop, table by table. `images` are addresses of stored pictures. */
export async function fillingsOf(shop: Shop, images: string[]): Promise<Filling[]> {
  const reported: NewListingRow[] = [];
  return [
    { table: 'users', rows: [...shop.sellers, ...shop.buyers] },
    { table: 'categories', rows: shop.categoryRows },
    ...(await identityRows(shop)),
    { table: 'listings', rows: withReports(listingRows(shop, images), reported) as Iterable<Record<string, Value>> },
    { table: 'reports', rows: reportRows(reported, shop) },
  ];
}

/** Built-in identity's rows for people with a password. All share one password and so one hash. */
async function identityRows({ buyers, end }: Shop): Promise<Filling[]> {
  const password = await hashPassword(PASSWORD);
  const at = new Date(end).toISOString();
  const people = buyers.map(({ name, email }) => ({
    id: demoId(`identity ${email}`, end),
    name,
    email,
    emailVerified: 1,
    image: null,
    createdAt: at,
    updatedAt: at,
  }));
  const accounts = people.map(({ id, email }) => ({
    id: demoId(`account ${email}`, end),
    accountId: id,
    providerId: 'credential',
    userId: id,
    password,
    createdAt: at,
    updatedAt: at,
  }));
  return [
    { table: 'identity_users', rows: people },
    { table: 'identity_accounts', rows: accounts },
  ];
}
