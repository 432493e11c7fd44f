import type { JudgedListing, ListingDetail, ListingSort } from '#contract/listings.ts';
import { days } from '#contract/shared/durations.ts';
import type { Filters } from '#contract/shared/filters.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { readDemoStart } from '../../db/queries.ts';
import { ForbiddenError, NotSignedInError } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import { type Answer, Lazily, type ServeCall } from '../../http/route.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import { readFor, type Services } from '../../services.ts';
import { requireOwnAddress } from '../accounts/index.ts';
import { ALL_CONTACTS, type Asking, type Contacts } from '../contacts/index.ts';
import { findPhotoOrigins } from '../images/index.ts';
import { findUpdatesSource, type KnownModels } from '../phone-models/index.ts';
import type { SalesHistory } from '../price-estimates/index.ts';
import { findShownPhoto } from '../proof-of-possession/index.ts';
import { toAscii, writeAscii } from './ascii.ts';
import { findEarlierPrices } from './edit-queries.ts';
import { toAskedPhone, toJudgedListing, toListing, toListingImei, toNewArrival, toPhotos, toSellerRecord } from './listing.ts';
import { isWhole, shownOf, toSearchFilters } from './narrowing.ts';
import { findNewArrivals } from './new-arrivals.ts';
import type { Presentations } from './presentations.ts';
import { findOfSeller, findOnSale, findSellerRecord, findShownListing } from './queries.ts';
import { requireListing } from './rules.ts';
import { findSimilar } from './similar-queries.ts';

/** A listing’s as long as it was never edited. */
const FIRST_REVISION = 1;

type Needs = Pick<Services, 'db' | 'reads' | 'replica' | 'clock' | 'settings' | 'publicConfig' | 'images'> & {
  searchEngine: SearchEngine;
  salesHistory: SalesHistory;
  presentations: Presentations;
  models: KnownModels;
  contacts: Contacts;
};
type ListQuery = Filters & { name?: string; email?: string; search: string; sort: ListingSort; limit: number; cursor?: string };

const ORDERS = { default: 'newest', newest: 'newest', oldest: 'oldest', lowtohigh: 'cheapest', hightolow: 'dearest', nearest: 'nearest' } as const;

export function listingRoutes(serve: ServeCall, services: Needs): void {
  const { clock, settings } = services;

  serve('GET /products', async ({ caller, query, request }) =>
    query.email === undefined ? listOnSale(services, { caller, request }, query) : listOwn(services, caller, query),
  );

  serve('GET /newArrivalProducts', async ({ caller }) => {
    const { newArrivals, newArrivalDays } = await settings.fresh();
    const rows = await findNewArrivals(readFor(caller, services), { since: clock.now() - days(newArrivalDays), limit: newArrivals });
    return { reply: rows.map(toNewArrival), shows: ['lists'] };
  });

  for (const name of ['GET /selectedProducts/:id', 'GET /selectedItem/:id', 'GET /newArrivalItem/:id'] as const)
    serve(name, ({ caller, params, request }) => showListing(services, { caller, request }, params.id));
}

async function listOnSale(services: Needs, asking: Asking, query: ListQuery): Promise<Answer<JudgedListing[]>> {
  const { searchEngine, presentations, clock, contacts } = services;
  const db = readFor(asking.caller, services);
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
  return { reply: await opened.toReply(await contacts.open(asking, opened.sellerIds)), next: writeCursor(list, page.next), shows };
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

/** A listing in full, with the extras of its page. */
async function showListing(services: Needs, { caller, request }: Asking, id: string): Promise<Answer<ListingDetail>> {
  const { contacts, clock, presentations, salesHistory } = services;
  const db = readFor(caller, services);
  const row = await findShownListing(db, id);
  requireListing(row);
  const [similar, seller, judge, updatesSource, inHandPhoto, demoStart, earlierPrices, photoOrigins] = await Promise.all([
    findSimilar(db, row).then((ids) => presentations.open(db, ids)),
    findSellerRecord(db, row.seller_id, clock.now()),
    row.sold_at === null && row.removed_at === null ? salesHistory.open() : null,
    row.catalog_model === null ? null : findUpdatesSource(db, row.catalog_model),
    row.possession_proven_at === null ? null : findShownPhoto(db, row.id),
    // Only a demo shop has drawn pictures.
    services.publicConfig.demo ? readDemoStart(db) : null,
    // Without an edit, there was no other price.
    row.revision === FIRST_REVISION ? [] : findEarlierPrices(db, row.id),
    findPhotoOrigins(db, services.images, [row.image, ...toPhotos(row)]),
  ]);
  const shown = await contacts.open({ caller, request }, [row.seller_id, ...similar.sellerIds]);
  const own: Omit<ListingDetail, 'similar'> = {
    ...toListing(row, shown),
    photos: toPhotos(row),
    earlierPrices,
    seller: toSellerRecord(seller),
    imei: toListingImei(row, caller),
    passport: row.passport_id,
    worth: judge?.estimate(toAskedPhone(row)) ?? null,
    updatesSource,
    inHandPhoto,
    photoOrigins,
    catalogModel: row.catalog_model,
    isDemoPicture: demoStart !== null && row.created_at < demoStart,
  };
  const similarJson = similar.toJson(shown);
  const reply = new Lazily<ListingDetail>(
    () => ({ ...own, similar: JSON.parse(similarJson) as ListingDetail['similar'] }),
    (allocate) => writeAscii([toAscii(JSON.stringify(own)).slice(0, -1), ',"similar":', similarJson, '}'], allocate),
  );
  return { reply, shows: [`listing:${row.id}`, `brand:${row.category_id}`, `seller:${row.seller_id}`] };
}
