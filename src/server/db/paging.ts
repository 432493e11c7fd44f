import { type Expression, type SelectQueryBuilder, type Simplify, type SqlBool, type StringReference, sql } from 'kysely';
import { BAD_CURSOR } from '#contract/shared/paging.ts';
import { UUID } from '#contract/shared/uuid.ts';
import { MalformedError } from '../errors.ts';

/** A list's order: by a number, such as a moment, or by a text, such as a name. */
type Key = number | string;

/** Where a page begins: after the row with this key and id. */
export type Cursor<K extends Key = number> = { key: K; id: string };

/** Which removed rows to read: one page of those removed at `since` (epoch ms) or later. */
export type RemovedSpan = ListPage & { since: number };

/** A page of a list that people search and sort. */
export type ListPage<K extends Key = number> = { limit: number; after: Cursor<K> | null; search: string; direction: 'asc' | 'desc' };

/** One page of rows and the cursor of the next; null on the last page. */
export type PageOf<T, K extends Key = number> = { items: T[]; next: Cursor<K> | null };

type Order<DB, TB extends keyof DB> = { key: StringReference<DB, TB>; id: StringReference<DB, TB>; direction?: 'asc' | 'desc' };

/** What people typed, and the columns of which each word must be in one. */
type Wanted<DB, TB extends keyof DB> = { search: string; columns: Searched<DB, TB>[] };

type Searched<DB, TB extends keyof DB> = StringReference<DB, TB> | Expression<string | null>;

/** How many rows one request looks through; the next page goes on from there. */
const SEARCHED = 2000;
const MOST_WORDS = 6;

/** What a row's cursor is made of, beside its own columns. */
type Keyed<K extends Key> = { cursor_key: K; cursor_id: string };

type PageRequest<Row, T, K extends Key> = { limit: number; after: Cursor<K> | null; toItem: (row: Simplify<Row & Keyed<K>>) => T };

type Merging<T> = { limit: number; direction: 'asc' | 'desc'; cursorOf: (item: T) => Cursor };

/** Reads one page of a query ordered by a key and then an id, highest first unless `direction` says otherwise. */
export async function readPage<DB, TB extends keyof DB, Row, T, K extends Key = number>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<DB, TB>,
  { limit, after, toItem }: PageRequest<Row, T, K>,
): Promise<PageOf<T, K>> {
  const keyed = query.select([sql<K>`${sql.ref(order.key)}`.as('cursor_key'), sql<string>`${sql.ref(order.id)}`.as('cursor_id')]).$castTo<Row & Keyed<K>>();
  const cursorOf = ({ cursor_key, cursor_id }: Keyed<K>): Cursor<K> => ({ key: cursor_key, id: cursor_id });
  return toPage(await readRows(keyed, order, { limit, after }), limit, cursorOf, toItem);
}

/** The direction and the cursor's list of a list that people sort. */
export const sortedAs = (list: string, sort: 'newest' | 'oldest') => ({
  list: `${list} ${sort}`,
  direction: sort === 'oldest' ? ('asc' as const) : ('desc' as const),
});

/**
 * Like `readPage`, of the rows that contain every word. Looks through a bounded number of rows along the order's index, so a page can have fewer rows
 * than its limit, or none, and still have a next one.
 */
export async function searchPage<DB, TB extends keyof DB, Row, T, K extends Key = number>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<DB, TB>,
  { search, columns, ...request }: PageRequest<Row, T, K> & Wanted<DB, TB>,
): Promise<PageOf<T, K>> {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  if (words.length === 0) return readPage<DB, TB, Row, T, K>(query, order, request);
  const last = await findLastSearched(query, order, request.after);
  const within = last ? query.where(isUpTo(order, last)) : query;
  const matching = words.slice(0, MOST_WORDS).reduce((found, word) => found.where(contains(columns, word)), within);
  const page = await readPage<DB, TB, Row, T, K>(matching, order, request);
  return page.next || !last ? page : { ...page, next: last };
}

/** The last of the rows that one request looks through; undefined when there are fewer. */
async function findLastSearched<DB, TB extends keyof DB, Row, K extends Key>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<DB, TB>,
  after: Cursor<K> | null,
): Promise<Cursor<K> | undefined> {
  const [keyRef, idRef] = [sql.ref(order.key), sql.ref(order.id)];
  const direction = order.direction ?? 'desc';
  const [last] = await (after ? query.where(isBehind(order, after)) : query)
    .clearSelect()
    .select([sql<K>`${keyRef}`.as('key'), sql<string>`${idRef}`.as('id')])
    .$castTo<Cursor<K>>()
    .orderBy(keyRef, direction)
    .orderBy(idRef, direction)
    .offset(SEARCHED - 1)
    .limit(1)
    .execute();
  return last;
}

function contains<DB, TB extends keyof DB>(columns: Searched<DB, TB>[], word: string) {
  const pattern = `%${word.replace(/[\\%_]/gu, '\\$&')}%`;
  const found = columns.map((column) => sql`lower(${typeof column === 'string' ? sql.ref(column) : column}) like lower(cast(${pattern} as text)) escape '\\'`);
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

function isBehind<DB, TB extends keyof DB>({ key, id, direction = 'desc' }: Order<DB, TB>, after: Cursor<Key>) {
  return sql<SqlBool>`(${sql.ref(key)}, ${sql.ref(id)}) ${direction === 'desc' ? sql`<` : sql`>`} (${after.key}, ${after.id})`;
}

function isUpTo<DB, TB extends keyof DB>({ key, id, direction = 'desc' }: Order<DB, TB>, last: Cursor<Key>) {
  return sql<SqlBool>`(${sql.ref(key)}, ${sql.ref(id)}) ${direction === 'desc' ? sql`>=` : sql`<=`} (${last.key}, ${last.id})`;
}

/** Reads the rows of one page, and one more where there is a next page. */
export function readRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<DB, TB>,
  { limit, after }: { limit: number; after: Cursor<Key> | null },
): Promise<Simplify<Row>[]> {
  const direction = order.direction ?? 'desc';
  return (after ? query.where(isBehind(order, after)) : query)
    .orderBy(sql.ref(order.key), direction)
    .orderBy(sql.ref(order.id), direction)
    .limit(limit + 1)
    .execute();
}

/** Trims `limit + 1` rows to a page: the extra row means that there is a next page. */
export function toPage<Row, T, K extends Key = number>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor<K>, toItem: (row: Row) => T): PageOf<T, K> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toItem), next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Merges the same page of several lists, all in one order, into one. A row that is in two of them appears once. */
export function mergePages<T>(pages: PageOf<T>[], { limit, direction, cursorOf }: Merging<T>): PageOf<T> {
  const sign = direction === 'desc' ? -1 : 1;
  // What comes after the first end of an unfinished page isn't known yet.
  const end = pages.flatMap(({ next }) => next ?? []).toSorted((a, b) => sign * compare(a, b))[0];
  const known = pages.flatMap(({ items }) => items).filter((item) => !end || sign * compare(cursorOf(item), end) <= 0);
  const unique = [...new Map(known.map((item) => [cursorOf(item).id, item])).values()].toSorted((a, b) => sign * compare(cursorOf(a), cursorOf(b)));
  const page = toPage(unique, limit, cursorOf, (item) => item);
  return { items: page.items, next: page.next ?? end ?? null };
}

function compare(a: Cursor, b: Cursor): number {
  if (a.key !== b.key) return a.key - b.key;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** One page of a short list that is in memory, in the order of its cursors. */
export function slicePage<T>(items: T[], { limit, after, direction, cursorOf }: Merging<T> & { after: Cursor | null }): PageOf<T> {
  const sign = direction === 'desc' ? -1 : 1;
  const rest = after ? items.filter((item) => sign * compare(cursorOf(item), after) > 0) : items;
  return toPage(rest, limit, cursorOf, (item) => item);
}

/** Encodes a cursor for clients: opaque, and only valid for one list and order. */
export function writeCursor(list: string, cursor: Cursor<Key> | null): string | null {
  return cursor === null ? null : Buffer.from(JSON.stringify([list, cursor.key, cursor.id])).toString('base64url');
}

/** Decodes a cursor of this list and order; throws `MalformedError` for anything else. */
export function readCursor(list: string, written: string | undefined): Cursor | null {
  return readKeyed(list, written, (key): key is number => typeof key === 'number' && Number.isSafeInteger(key));
}

/** The same of a list that is ordered by a text. */
export function readTextCursor(list: string, written: string | undefined): Cursor<string> | null {
  return readKeyed(list, written, (key): key is string => typeof key === 'string' && !key.includes('\0'));
}

function readKeyed<K extends Key>(list: string, written: string | undefined, isKey: (key: unknown) => key is K): Cursor<K> | null {
  if (written === undefined || written === '') return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(written, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed) || parsed.length !== 3) throw new MalformedError(BAD_CURSOR, { cursor: BAD_CURSOR });
    const [madeFor, key, id] = parsed as unknown[];
    if (madeFor !== list || !isKey(key) || typeof id !== 'string' || !UUID.test(id)) throw new MalformedError(BAD_CURSOR, { cursor: BAD_CURSOR });
    return { key, id };
  } catch {
    throw new MalformedError(BAD_CURSOR, { cursor: BAD_CURSOR });
  }
}
