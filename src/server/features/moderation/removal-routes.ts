import { RESTORE_DAYS, type RemovalReason, type RemovedItem } from '#contract/moderation.ts';
import { type Cursor, type PageOf, type RemovedSpan, readCursor, toPage, writeCursor } from '../../db/paging.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findRemovedUsers, findUser } from '../accounts/index.ts';
import { type FullListingRow, findListing, requireOwnListing, requireUnsold } from '../listings/index.ts';
import { removePerson, restorePerson } from './people.ts';
import { findRemovedListing, findRemovedListings, removeListing, restoreListing } from './queries.ts';
import { requireRemovable } from './rules.ts';

const DAY_MS = 86_400_000;

type Needs = Pick<Services, 'db' | 'clock' | 'identity'>;

const toRemovedListing = (row: FullListingRow): RemovedItem => ({
  _id: row.id,
  kind: 'listing',
  name: row.model_name,
  image: row.image,
  email: row.seller_email,
  // Only ever written from the contract's reasons.
  reason: row.removed_reason as RemovalReason,
  removedAt: new Date(row.removed_at ?? 0).toISOString(),
});

const toRemovedUser = (row: UserRow): RemovedItem => ({
  _id: row.id,
  kind: 'user',
  name: row.name,
  image: null,
  email: row.email,
  reason: 'by_admin',
  removedAt: new Date(row.removed_at ?? 0).toISOString(),
});

const cursorOf = (item: RemovedItem): Cursor => ({ key: Date.parse(item.removedAt), id: item._id });

const isLater = (a: Cursor, b: Cursor): boolean => a.key > b.key || (a.key === b.key && a.id > b.id);

/** One page of what was removed since then, listings and people together, the latest first. */
const listRemoved = async (db: Db, span: RemovedSpan): Promise<PageOf<RemovedItem>> => {
  const listings = (await findRemovedListings(db, span)).map(toRemovedListing);
  const users = (await findRemovedUsers(db, span)).map(toRemovedUser);
  const together = [...listings, ...users].sort((a, b) => (isLater(cursorOf(a), cursorOf(b)) ? -1 : 1));
  return toPage(together, span.limit, cursorOf, (item) => item);
};

/** How many rows came back; null when nothing with this id was removed since then. */
const restore = async (db: Db, id: string, { since, now }: { since: number; now: number }): Promise<number | null> => {
  const listing = await findRemovedListing(db, id, since);
  if (listing) {
    if (listing.seller_removed_at !== null) throw new ConflictError('conflict', 'Its seller was removed. Bring the seller back first.');
    if (listing.seller_suspended_at !== null) throw new ConflictError('suspended', 'Its seller is suspended. Lift the suspension first.');
    return restoreListing(db, id, now);
  }
  const user = await findUser(db, id);
  if (!user || user.removed_at === null || user.removed_at < since || user.erased_at !== null) return null;
  return restorePerson(db, id, now);
};

/** Taking listings and people off the shop, and bringing them back. */
export const removalRoutes = (serve: ServeCall, { db, clock, identity }: Needs): void => {
  const oldest = () => clock.now() - RESTORE_DAYS * DAY_MS;

  serve('DELETE /products/:id', async ({ caller, params }) => {
    const listing = await findListing(db, params.id);
    requireOwnListing(listing, caller.userId);
    requireUnsold(listing, 'it can’t be deleted.');
    const deletedCount = await removeListing(db, listing.id, { reason: 'by_seller', by: { role: 'seller', id: caller.userId }, now: clock.now() });
    // Sold, or deleted by a second press, between the look and the act.
    if (deletedCount === 0) requireOwnListing(await findListing(db, params.id), caller.userId);
    if (deletedCount === 0) throw new ConflictError('sold', 'This phone is sold: it can’t be deleted.');
    return { reply: { acknowledged: true, deletedCount } };
  });

  serve('DELETE /users/sellers/:id', async ({ caller, params }) => {
    const person = await findUser(db, params.id);
    requireRemovable(person);
    const deletedCount = await removePerson(db, person.id, { by: { role: 'admin', id: caller.userId }, now: clock.now() });
    await identity.endSessions(person.email);
    return { reply: { acknowledged: true, deletedCount } };
  });

  serve('GET /removedItems', async ({ query }) => {
    const page = await listRemoved(db, { since: oldest(), limit: query.limit, after: readCursor('removed', query.cursor) });
    return { reply: page.items, next: writeCursor('removed', page.next) };
  });

  serve('POST /removedItems/:id/restore', async ({ params }) => {
    const modifiedCount = await restore(db, params.id, { since: oldest(), now: clock.now() });
    if (modifiedCount === null) throw new NotFoundError('Nothing with this id was removed in the last 30 days.');
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount } };
  });
};
