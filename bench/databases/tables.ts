import { hashPassword } from 'better-auth/crypto';
import { v7 as uuid } from 'uuid';
import { demoId } from '../../src/server/db/seed/demo-id.ts';
import type { NewListingRow } from '../../src/server/db/tables.ts';
import { writePresentation } from '../../src/server/features/listings/presentation.ts';
import { PASSWORD } from '../../test/support/world/values.ts';
import type { Shop } from '../shop/ingredients.ts';
import { createListingSource, type Ingredients } from '../shop/listings.ts';
import { identityIdOf } from '../shop/people.ts';
import type { Picture } from './pictures.ts';

export type Value = string | number | null;
/** Rows to load into a table. Fillings are in an order that respects foreign keys. */
export type Filling = { table: string; rows: Iterable<Record<string, Value>> };

/** What fills the shop besides its own data: stored pictures, and what the catalog knows of a model. */
type Filler = { images: Picture[]; modelOf: NonNullable<Ingredients['modelOf']> };

/** What the rows of other tables follow from, collected while the listings are written. */
type Listed = { shown: { id: string; image: string; at: number }[]; reported: { id: string; at: number }[] };

/** Presents it as the shop would after it was first listed. */
function withPresentation(row: NewListingRow): Record<string, Value> {
  const { sold_at = null, removed_at = null, advertised_at = null, reported_at = null, removed_reason = null, answers = '{}', updates_month = 0 } = row;
  const unset = { city_lat: null, city_lng: null, possession_proven_at: null, tested_at: null };
  const shown = writePresentation({ ...row, ...unset, shown_turn: 0, sold_at, removed_at, advertised_at, reported_at, removed_reason, answers, updates_month });
  return { ...row, shown: sold_at === null && removed_at === null ? shown : null } as Record<string, Value>;
}

const listingRows = function* (shop: Shop, { images, modelOf }: Filler, listed: Listed): Generator<Record<string, Value>> {
  const source = createListingSource({ ...shop, images: images.map(({ address }) => address), modelOf });
  for (let nth = 0; nth < source.size; nth += 1) {
    const row = source.rowAt(nth);
    listed.shown.push({ id: row.id, image: row.image, at: row.created_at });
    if (typeof row.reported_at === 'number') listed.reported.push({ id: row.id, at: row.reported_at });
    yield withPresentation(row);
  }
};

/** Photos that were compared with all others when they were listed. */
const photoRows = function* ({ shown }: Listed, images: Picture[]): Generator<Record<string, Value>> {
  const idOf = new Map(images.map(({ id, address }) => [address, id]));
  for (const { id, image, at } of shown) yield { listing_id: id, image_id: idOf.get(image) ?? '', address: image, compared_at: at, added_at: null };
};

/** One report per reported listing, by one of the buyers. */
const reportRows = function* ({ reported }: Listed, { buyers }: Shop): Generator<Record<string, Value>> {
  for (const [nth, { id, at }] of reported.entries())
    yield { id: uuid({ msecs: at }), listing_id: id, reporter_id: buyers[nth % buyers.length]?.id ?? '', created_at: at, closed_at: null };
};

/** Reported listings stay in the review queue, with what they were assessed at. */
const riskRows = function* ({ reported }: Listed): Generator<Record<string, Value>> {
  for (const { id, at } of reported) yield { listing_id: id, score: 10, signals: '[]', due_at: null, assessed_at: at, cleared_score: null };
};

/** The rows of a whole shop, table by table. */
export async function fillingsOf(shop: Shop, filler: Filler): Promise<Filling[]> {
  const listed: Listed = { shown: [], reported: [] };
  return [
    { table: 'users', rows: [...shop.sellers, ...shop.buyers] },
    { table: 'categories', rows: shop.categoryRows },
    ...(await identityRows(shop)),
    { table: 'listings', rows: listingRows(shop, filler, listed) },
    { table: 'listing_photos', rows: photoRows(listed, filler.images) },
    { table: 'reports', rows: reportRows(listed, shop) },
    { table: 'listing_risks', rows: riskRows(listed) },
  ];
}

/** Built-in identity's rows for people with a password. All share one password and so one hash. */
async function identityRows({ buyers, end }: Shop): Promise<Filling[]> {
  const password = await hashPassword(PASSWORD);
  const at = new Date(end).toISOString();
  const people = buyers.map(({ name, email }) => ({
    id: identityIdOf(email, end),
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
