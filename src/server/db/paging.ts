import { type SelectQueryBuilder, type Simplify, type SqlBool, type StringReference, sql } from 'kysely';
import { MalformedError } from '../errors.ts';

/** Where a page begins: after the row with this key and id. */
export type Cursor = { key: number; id: string };

/** Which removed rows to read: one page of those removed at `since` (epoch ms) or later, latest first. */
export type RemovedSpan = { since: number; limit: number; after: Cursor | null };

/** One page of rows and the cursor of the next; null on the last page. */
export type PageOf<T> = { items: T[]; next: Cursor | null };

type Order<DB, TB extends keyof DB> = { key: StringReference<DB, TB>; id: StringReference<DB, TB>; direction?: 'asc' | 'desc' };
type PageRequest<Row, T> = { limit: number; after: Cursor | null; cursorOf: (row: Simplify<Row>) => Cursor; toItem: (row: Simplify<Row>) => T };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

const REFUSED = 'This cursor isn’t valid for this list.';

/** Reads one page of a query ordered by a key and then an id, highest first unless `direction` says otherwise. `cursorOf` returns both of a row. */
export async function readPage<DB, TB extends keyof DB, Row, T>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<DB, TB>,
  { limit, after, cursorOf, toItem }: PageRequest<Row, T>,
): Promise<PageOf<T>> {
  return toPage(await readRows(query, order, { limit, after }), limit, cursorOf, toItem);
}

/** Reads the rows of one page, and one more where there is a next page. */
export function readRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { key, id, direction = 'desc' }: Order<DB, TB>,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<Simplify<Row>[]> {
  const [keyRef, idRef] = [sql.ref(key), sql.ref(id)];
  const isBehind = after && sql<SqlBool>`(${keyRef}, ${idRef}) ${direction === 'desc' ? sql`<` : sql`>`} (${after.key}, ${after.id})`;
  return (isBehind ? query.where(isBehind) : query)
    .orderBy(keyRef, direction)
    .orderBy(idRef, direction)
    .limit(limit + 1)
    .execute();
}

/** Trims `limit + 1` rows to a page: the extra row means that there is a next page. */
export function toPage<Row, T>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor, toItem: (row: Row) => T): PageOf<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toItem), next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Encodes a cursor for clients: opaque, and only valid for one list and order. */
export function writeCursor(list: string, cursor: Cursor | null): string | null {
  return cursor === null ? null : Buffer.from(JSON.stringify([list, cursor.key, cursor.id])).toString('base64url');
}

/** Decodes a cursor of this list and order; throws `MalformedError` for anything else. */
export function readCursor(list: string, written: string | undefined): Cursor | null {
  if (written === undefined || written === '') return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(written, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed) || parsed.length !== 3) throw new MalformedError(REFUSED, { cursor: REFUSED });
    const [madeFor, key, id] = parsed as unknown[];
    if (madeFor !== list || typeof key !== 'number' || !Number.isSafeInteger(key) || typeof id !== 'string' || !UUID.test(id))
      throw new MalformedError(REFUSED, { cursor: REFUSED });
    return { key, id };
  } catch {
    throw new MalformedError(REFUSED, { cursor: REFUSED });
  }
}
