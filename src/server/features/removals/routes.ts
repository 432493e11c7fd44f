import { RESTORE_DAYS, type RemovalReason, type RemovedItem } from '#contract/removals.ts';
import { days } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { type Cursor, mergePages, type PageOf, type RemovedSpan, readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { NotFoundError } from '../../errors.ts';
import { deleted, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findRemovedUsers, findUser } from '../accounts/index.ts';
import { type FullListingRow, findOwnListing, requireOwnListing, requireTransition, requireUnsold } from '../listings/index.ts';
import { removeListing } from './commands.ts';
import { removePerson } from './people-commands.ts';
import { findRemovedListings } from './queries.ts';
import { restore } from './restore-commands.ts';
import { requireRemovable } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'identity'>;

/** Removing listings and people, and restoring them. */
export function removalRoutes(serve: ServeCall, { db, clock, identity }: Needs): void {
  const oldest = () => clock.now() - days(RESTORE_DAYS);

  serve('DELETE /products/:id', async ({ caller, params }) => {
    const requireDeletable = async () => {
      const listing = await findOwnListing(db, params.id, caller.userId);
      requireOwnListing(listing, caller.userId);
      requireUnsold(listing, 'it can’t be deleted.');
      return requireTransition('delete', listing);
    };
    if (!(await requireDeletable())) return deleted(0);
    const isRemoved = await removeListing(db, params.id, { reason: 'by_seller', by: { role: 'seller', id: caller.userId }, now: clock.now() });
    // It may have been sold, or deleted by a second click, since it was read.
    if (!isRemoved) await requireDeletable();
    return deleted(isRemoved ? 1 : 0);
  });

  serve('DELETE /users/sellers/:id', async ({ caller, params }) => {
    const person = await findUser(db, params.id);
    requireRemovable(person);
    const isRemoved = await removePerson(db, person.id, { by: { role: 'admin', id: caller.userId }, now: clock.now() });
    // Also of who was removed before: their sessions may not have ended then.
    await identity.endSessions(person.email);
    return deleted(isRemoved ? 1 : 0);
  });

  serve('GET /removedItems', async ({ query }) => {
    const { list, direction } = sortedAs('removed', query.sort);
    const page = await listRemoved(db, { ...query, since: oldest(), direction, after: readCursor(list, query.cursor) });
    return { reply: page.items, next: writeCursor(list, page.next) };
  });

  serve('POST /removedItems/:id/restore', async ({ caller, params }) => {
    const { outcome } = await restore(db, params.id, { since: oldest(), by: { role: 'admin', id: caller.userId }, now: clock.now() });
    if (outcome === 'missing')
      throw new NotFoundError(`This isn’t among what was removed in the last ${RESTORE_DAYS} days. Somebody may have restored it already.`);
    return updated(outcome === 'restored');
  });
}

/** One page of the listings and people removed after this time. */
async function listRemoved(db: Db, span: RemovedSpan): Promise<PageOf<RemovedItem>> {
  const [listings, users] = await Promise.all([findRemovedListings(db, span), findRemovedUsers(db, span)]);
  const together = [
    { ...listings, items: listings.items.map(toRemovedListing) },
    { ...users, items: users.items.map(toRemovedUser) },
  ];
  return mergePages(together, { limit: span.limit, direction: span.direction, cursorOf });
}

function toRemovedListing(row: FullListingRow): RemovedItem {
  return {
    _id: row.id,
    kind: 'listing',
    name: row.model_name,
    image: row.image,
    email: row.seller_email,
    // Only ever written with the contract's reasons.
    reason: row.removed_reason as RemovalReason,
    removedAt: toIso(row.removed_at ?? 0),
  };
}

function toRemovedUser(row: UserRow): RemovedItem {
  return {
    _id: row.id,
    kind: 'user',
    name: row.name,
    image: null,
    email: row.email,
    reason: 'by_admin',
    removedAt: toIso(row.removed_at ?? 0),
  };
}

const cursorOf = (item: RemovedItem): Cursor => ({ key: Date.parse(item.removedAt), id: item._id });
