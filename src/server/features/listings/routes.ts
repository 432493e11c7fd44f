import type { JudgedListing, ListingSort } from '#contract/listings.ts';
import { days } from '#contract/shared/durations.ts';
import type { Filters } from '#contract/shared/filters.ts';
import { readCursor, slicePage, writeCursor } from '../../db/paging.ts';
import { ForbiddenError, NotSignedInError } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import { type Answer, ForReaders, type ServeCall } from '../../http/route.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import { readFor, type Services } from '../../services.ts';
import { requireOwnAddress } from '../accounts/index.ts';
import { ALL_CONTACTS } from '../contacts/index.ts';
import { toJudgedListing, toNewArrival } from './listing.ts';
import { isWhole, shownOf, toSearchFilters } from './narrowing.ts';
import { findNewArrivals } from './new-arrivals.ts';
import { findOfSeller, findOnSale } from './queries.ts';
import { showListing, type WholeListingNeeds } from './whole-listing.ts';

type Needs = WholeListingNeeds & Pick<Services, 'db' | 'clock' | 'settings'> & { searchEngine: SearchEngine };
type ListQuery = Filters & { name?: string; email?: string; search: string; sort: ListingSort; limit: number; cursor?: string };

const ORDERS = { default: 'newest', newest: 'newest', oldest: 'oldest', lowtohigh: 'cheapest', hightolow: 'dearest', nearest: 'nearest' } as const;

export function listingRoutes(serve: ServeCall, services: Needs): void {
  const { clock, settings } = services;

  serve('GET /products', async ({ caller, query }) => (query.email === undefined ? listOnSale(services, caller, query) : listOwn(services, caller, query)));

  serve('GET /newArrivalProducts', async ({ caller, query }) => {
    const { newArrivals, newArrivalDays } = await settings.fresh();
    const rows = await findNewArrivals(readFor(caller, services), { since: clock.now() - days(newArrivalDays), limit: newArrivals });
    const page = slicePage(rows, {
      ...{ ...query, after: readCursor('new arrivals', query.cursor) },
      ...{ direction: 'desc', cursorOf: (row) => ({ key: row.created_at, id: row.id }) },
    });
    return { reply: ForReaders.alike(page.items.map(toNewArrival)), next: writeCursor('new arrivals', page.next), shows: ['lists'] };
  });

  for (const name of ['GET /selectedProducts/:id', 'GET /selectedItem/:id', 'GET /newArrivalItem/:id'] as const)
    serve(name, ({ caller, params }) => showListing(services, caller, params.id));
}

async function listOnSale(services: Needs, caller: Viewer | null, query: ListQuery): Promise<Answer<JudgedListing[]>> {
  const { searchEngine, presentations, clock, contacts } = services;
  const db = readFor(caller, services);
  const list = `sale ${query.sort}`;
  const after = readCursor(list, query.cursor);
  const filters = await toSearchFilters(db, query, clock.now());
  if (!filters) return { reply: [], shows: ['lists'] };
  const shows = [shownOf(filters)];
  const isInOrder = isWhole(filters) && (query.sort !== 'nearest' || filters.near === null);
  const page = isInOrder
    ? await findOnSale(db, filters.categoryId, { ...query, after })
    : await searchEngine.findIds({ filters, search: null }, ORDERS[query.sort], { limit: query.limit, after });
  const opened = await presentations.open(db, page.items);
  const reply = new ForReaders(async (asking) => opened.toReply(await contacts.open(asking, opened.sellerIds)));
  return { reply, next: writeCursor(list, page.next), shows };
}

async function listOwn({ db, salesHistory }: Needs, caller: Viewer | null, query: ListQuery): Promise<Answer<JudgedListing[]>> {
  if (!caller) throw new NotSignedInError();
  requireOwnAddress(caller, query.email);
  if (caller.role !== 'seller') throw new ForbiddenError('Only sellers can list products.');
  const list = `own ${query.sort}`;
  const page = await findOfSeller(db, caller.userId, { ...query, after: readCursor(list, query.cursor) });
  const judge = await salesHistory.open();
  return { reply: page.items.map((row) => toJudgedListing(row, ALL_CONTACTS, judge)), next: writeCursor(list, page.next) };
}
