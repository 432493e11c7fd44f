import type { NewListingRow } from '../../src/server/db/tables.ts';
import { formatPrice } from '../../src/web/ui/money.ts';
import { LIMIT } from '../asking.ts';
import type { Visit } from '../load/visits.ts';
import type { Oracle } from './oracle.ts';
import { isOnSale } from './survey.ts';

/** What is wrong with the body of a reply; null if nothing is. */
export type Check = (oracle: Oracle, visit: Visit, body: string) => string | null;

/** A listing as the API returns it. */
type Item = Record<string, unknown> & { _id: string };

/** A number as sellers of this shop have it, which only those who are logged in may see. */
const CONTACT = /\+1 555 \d{7}|seller\d+@bench\.test/u;
const IN_PAGE = /"url":"[^"]*\/selected-items-details\/([0-9a-f-]{36})"/gu;
const LINKED = /\/selected-items-details\/([0-9a-f-]{36})/gu;

/** A list in JSON: the right listings in the right order. */
export const isList: Check = (oracle, visit, body) => {
  const items = JSON.parse(body) as Item[];
  const listed = items.map(({ _id }) => _id);
  return faultOf(items, (item) => checkItem(oracle, visit, item)) ?? checkOrder(oracle, visit, listed);
};

/** What a search finds: listings on sale, none twice, within the asked price. */
export const isFound: Check = (oracle, visit, body) => {
  const items = JSON.parse(body) as Item[];
  if (new Set(items.map(({ _id }) => _id)).size < items.length) return 'a listing is there twice';
  if (items.length > LIMIT) return `${items.length} listings are too many`;
  const most = Number(queryOf(visit).get('priceTo') ?? Number.POSITIVE_INFINITY);
  return faultOf(items, (item) => checkItem(oracle, visit, item) ?? (Number(item.resale_price) > most ? `${item._id} costs more than ${most}` : null));
};

/** What a search for a model finds: the model is the first listing's, if any of that model is on sale. */
export const isFoundExactly: Check = (oracle, visit, body) => {
  const [first] = JSON.parse(body) as Item[];
  const asked = (queryOf(visit).get('search') ?? '').toLowerCase();
  const found = first ? `${first.brand} ${first.model_name}` : 'nothing';
  if (!found.toLowerCase().includes(asked) && oracle.isOffered(asked)) return `${asked} found ${found} first`;
  return isFound(oracle, visit, body);
};

/** One listing in JSON, with listings like it. */
export const isListing: Check = (oracle, visit, body) => {
  const { similar, ...item } = JSON.parse(body) as Item & { similar: Item[] };
  if (item._id !== idIn(visit)) return `it shows ${item._id} instead`;
  return faultOf([item, ...similar], (one) => checkItem(oracle, visit, one));
};

/** A page with a list: the right listings in the right order, with their prices. */
export const isListPage: Check = (oracle, visit, body) => {
  const listed = [...body.matchAll(IN_PAGE)].map(([, id = '']) => id);
  return checkOrder(oracle, visit, listed) ?? checkPage(oracle, visit, body);
};

/** One listing's page. */
export const isListingPage: Check = (oracle, visit, body) => {
  const row = oracle.find(idIn(visit));
  if (row && !body.includes(escapeText(row.description))) return `${row.id}’s description is missing`;
  return checkPage(oracle, visit, body);
};

/** A page: all listings on it are on sale, at their prices, without contacts. */
export const isPage: Check = (oracle, visit, body) => checkPage(oracle, visit, body);

function checkPage(oracle: Oracle, visit: Visit, body: string): string | null {
  if (CONTACT.test(body)) return 'it shows a seller’s contact';
  const linked = [...new Set([...body.matchAll(LINKED)].map(([, id = '']) => id))];
  if (linked.length === 0) return 'it shows no listing';
  return faultOf(linked, (id) => {
    const row = oracle.find(id);
    if (!row || !isOnSale(row)) return `${id} is not on sale`;
    const isHere = id === idIn(visit) || visit.path.startsWith('/category/');
    return isHere && !body.includes(formatPrice(row.price_cents / 100)) ? `${id}’s price is missing` : null;
  });
}

function faultOf<T>(items: T[], check: (item: T) => string | null): string | null {
  for (const item of items) {
    const fault = check(item);
    if (fault !== null) return fault;
  }
  return null;
}

/** The facts of a listing, and that nobody else's contacts are shown. */
function checkItem({ find, shop }: Oracle, { headers }: Visit, item: Item): string | null {
  const row = find(item._id);
  if (!row) return `${item._id} does not exist`;
  if (!isOnSale(row) || item.status !== 'available') return `${item._id} is not on sale`;
  const seller = shop.sellers.find(({ id }) => id === row.seller_id);
  const wrong = Object.entries(factsOf(row, seller?.name)).find(([name, value]) => item[name] !== value);
  if (wrong) return `${item._id} has the ${wrong[0]} ${String(item[wrong[0]])} instead of ${wrong[1]}`;
  const isOwn = (contact: unknown): boolean => contact === row.mobile_number || contact === seller?.email;
  const contacts = [item.mobile_number, item.sellerEmail].filter((contact) => CONTACT.test(String(contact)));
  return contacts.length > 0 && (headers?.authorization === undefined || !contacts.every(isOwn)) ? `${item._id} shows a contact` : null;
}

const factsOf = (row: NewListingRow, seller: string | undefined) => ({
  brand: row.brand,
  model_name: row.model_name,
  location: row.location,
  condition: row.condition,
  storage: row.storage,
  color: row.color,
  description: row.description,
  resale_price: row.price_cents / 100,
  original_price: (row.original_price_cents ?? 0) / 100,
  sellerId: row.seller_id,
  seller_name: seller,
});

/** Whether these are the listings that the address asks for, in its order. */
function checkOrder(oracle: Oracle, visit: Visit, listed: string[]): string | null {
  const { sort, ...wanted } = askedFor(visit);
  if (sort === 'lowtohigh' || sort === 'hightolow') return checkPrices(oracle, { category: wanted.category ?? '', sort, listed });
  const expected = oracle.inOrder({ ...wanted, direction: sort === 'oldest' ? 'oldest' : 'newest', limit: LIMIT });
  const at = expected.findIndex((id, nth) => listed[nth] !== id);
  if (at >= 0) return `${listed[at] ?? 'nothing'} is in place ${at + 1} instead of ${expected[at]}`;
  return listed.length === expected.length ? null : `it has ${listed.length} listings instead of ${expected.length}`;
}

/** Of phones with the same price, any may come first. */
function checkPrices(oracle: Oracle, { category, sort, listed }: { category: string; sort: 'lowtohigh' | 'hightolow'; listed: string[] }): string | null {
  const expected = oracle.pricesInOrder({ category, direction: sort === 'lowtohigh' ? 'lowest' : 'highest', limit: LIMIT });
  if (new Set(listed).size < listed.length) return 'a listing is there twice';
  if (listed.length !== expected.length) return `it has ${listed.length} listings instead of ${expected.length}`;
  const rows = listed.map((id) => oracle.find(id));
  const stray = rows.find((row) => row?.category_id !== oracle.shop.categories.get(category as never));
  if (stray !== undefined) return `${stray?.id} is no ${category}`;
  const at = expected.findIndex((price, nth) => rows[nth]?.price_cents !== price);
  return at < 0 ? null : `${listed[at]} is in place ${at + 1}, where the price is ${(expected[at] ?? 0) / 100}`;
}

function askedFor(visit: Visit): { category: string | null; sort: string; after: number | null } {
  const [path = ''] = visit.path.split('?');
  const query = queryOf(visit);
  const cursor = query.get('cursor');
  const after = cursor === null ? null : ((JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, number])[1] ?? null);
  const ofPage = path.startsWith('/category/') ? decodeURIComponent(path.split('/')[2] ?? '') : null;
  return { category: query.get('name') ?? ofPage, sort: query.get('sort') ?? '', after };
}

const queryOf = ({ path }: Visit): URLSearchParams => new URLSearchParams(path.split('?')[1] ?? '');

const idIn = ({ path }: Visit): string => path.split('?')[0]?.split('/').at(-1) ?? '';

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
