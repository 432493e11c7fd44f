import { forEachKey, TEXT_KEYS } from '#contract/listing-fields.ts';
import { toDollars } from '#contract/shared/money.ts';
import { BYTE_ORDER_MARK, writeRow } from '../../../csv/write-csv.ts';
import type { Db } from '../../../db/tables.ts';
import { productStatusOf } from '../../listings/index.ts';
import { FIELDS, OWN_COLUMNS } from './columns.ts';
import { readOwnListings } from './own-listings.ts';
import type { OwnListing } from './queries.ts';

const COLUMNS = ['reference', ...FIELDS.filter((field) => field !== 'imei'), ...OWN_COLUMNS];

/** Writes a seller's own listings as CSV, piece by piece. `origin`: the shop's, for the addresses of its pictures. */
export async function* writeExport(db: Db, sellerId: string, origin: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeRow(COLUMNS);
  for await (const rows of readOwnListings(db, sellerId, false)) yield rows.map((row) => writeRow(toCells(row, origin))).join('');
}

function toCells(row: OwnListing, origin: string): string[] {
  const absolute = (address: string): string => (address.startsWith('/') ? origin + address : address);
  const values: Record<string, string> = {
    ...under('specification', row.specification),
    ...under('answers', row.answers),
    name: row.category_name,
    image: absolute(row.image),
    photos: (JSON.parse(row.photos) as string[]).map((address) => inOneWord(absolute(address))).join(' | '),
    ...forEachKey(TEXT_KEYS, (key) => row[key]),
    resale_price: toDollars(row.price_cents).toFixed(2),
    original_price: toDollars(row.original_price_cents).toFixed(2),
    reference: row.reference ?? '',
    _id: row.id,
    status: productStatusOf(row),
    post_time: row.post_time,
    imei_last4: row.imei_last4 ?? '',
  };
  return COLUMNS.map((column) => values[column] ?? '');
}

/** The values of a stored object, by their columns. */
function under(name: string, json: string): Record<string, string> {
  const values = JSON.parse(json) as Record<string, string>;
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]));
}

/** Encodes bars and spaces in an address, which would separate it. */
const inOneWord = (address: string): string => address.replace(/[|\s]/gu, encodeURIComponent);
