import type { Filters } from '#contract/filters.ts';
import type { JudgedListing, ListingDetail, ListingSort } from '#contract/listings.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { Forbidden, NotSignedIn } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import type { Answer, ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { requireOwnAddress } from '../accounts/index.ts';
import { findCategoryByName } from '../catalogue/index.ts';
import { requireKept } from '../images/index.ts';
import { alreadyListed, checkPhone, recordClaim } from '../imei/index.ts';
import type { Shelf } from '../shelf/index.ts';
import { findWorth, type LaunchOf, type SalesBook } from '../worth/index.ts';
import { toAskedPhone, toListing, toListingImei, toListings, toNewArrival, toPhotos, toSellerRecord } from './listing.ts';
import { isWhole, shownOf, toShelfFilters } from './narrowing.ts';
import { findListing, findNewest, findOfSeller, findOnSale, findOnSaleByIds, findSellerRecord, findSimilar, insertListing, PhoneOnSale } from './queries.ts';
import { requireCategory, requireListing, toPostTime } from './rules.ts';

const SIMILAR = 4;
const DAY_MS = 86_400_000;

type Needs = Pick<Services, 'db' | 'replica' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys' | 'settings'> & {
  shelf: Shelf;
  salesBook: SalesBook;
  launchOf: LaunchOf;
};
type ListQuery = Filters & { name?: string; email?: string; sort: ListingSort; limit: number; cursor?: string };

const listOwn = async ({ db, salesBook }: Needs, caller: Viewer | null, query: ListQuery): Promise<Answer<JudgedListing[]>> => {
  if (!caller) throw new NotSignedIn();
  requireOwnAddress(caller, query.email);
  if (caller.role !== 'seller') throw new Forbidden('Only sellers have products.');
  const list = `own ${query.sort}`;
  const page = await findOfSeller(db, caller.userId, { ...query, after: readCursor(list, query.cursor) });
  return { reply: toListings(page.items, caller, await salesBook.open()), next: writeCursor(list, page.next) };
};

const ORDERS = { default: 'newest', newest: 'newest', oldest: 'oldest', lowtohigh: 'cheapest', hightolow: 'dearest' } as const;

const listOnSale = async (services: Needs, caller: Viewer | null, query: ListQuery): Promise<Answer<JudgedListing[]>> => {
  const { shelf, salesBook } = services;
  const db = readFor(caller, services);
  const list = `sale ${query.sort}`;
  const after = readCursor(list, query.cursor);
  const filters = await toShelfFilters(db, query);
  if (!filters) return { reply: [], shows: ['shelf'] };
  const shows = [shownOf(filters)];
  if (isWhole(filters)) {
    const page = await findOnSale(db, filters.categoryId, { ...query, after });
    return { reply: toListings(page.items, caller, await salesBook.open()), next: writeCursor(list, page.next), shows };
  }
  const page = await shelf.findIds({ filters, search: null }, ORDERS[query.sort], { limit: query.limit, after });
  const rows = await findOnSaleByIds(db, page.items);
  return { reply: toListings(rows, caller, await salesBook.open()), next: writeCursor(list, page.next), shows };
};

const questionOf = (known: string): string => `By its IMEI this is a ${known}. Is that the phone you listed? What to do stands in your dashboard.`;

export const listingRoutes = (serve: ServeCall, services: Needs): void => {
  const { db, clock, images, launchOf, settings } = services;

  serve('GET /products', async ({ caller, query }) => (query.email === undefined ? listOnSale(services, caller, query) : listOwn(services, caller, query)));

  serve('POST /products', async ({ caller, query, body }) => {
    requireOwnAddress(caller, query.email);
    const category = await findCategoryByName(db, body.name);
    requireCategory(category);
    await requireKept(images, [['image', body.image], ...body.photos.map((address, at): [string, string] => [`photos.${at}`, address])]);
    const now = clock.now();
    const { imei = null } = body;
    const phone = imei === null ? null : await checkPhone(services, imei, body);
    const origin = { sellerId: caller.userId, sellerEmail: caller.email, categoryId: category.id, postTime: toPostTime(now), now };
    const insertedId = await insertListing({ db, images }, body, origin, phone).catch(async (error: unknown) => {
      if (!(error instanceof PhoneOnSale) || !phone) throw error;
      throw alreadyListed(await recordClaim(db, phone, caller, now), phone.last4);
    });
    return { status: 201, reply: { acknowledged: true, insertedId, ...(phone?.known && { question: questionOf(phone.known) }) } };
  });

  serve('GET /newArrivalProducts', async ({ caller }) => {
    const { newArrivals, newArrivalDays } = await settings.fresh();
    const rows = await findNewest(readFor(caller, services), clock.now() - newArrivalDays * DAY_MS, newArrivals);
    return { reply: rows.map(toNewArrival), shows: ['shelf'] };
  });

  for (const name of ['GET /selectedProducts/:id', 'GET /selectedItem/:id', 'GET /newArrivalItem/:id'] as const) {
    serve(name, async ({ caller, params }) => {
      const from = readFor(caller, services);
      const row = await findListing(from, params.id);
      requireListing(row);
      const asked = { db: from, now: clock.now(), launchOf };
      const [similar, seller, worth] = await Promise.all([
        findSimilar(from, row, SIMILAR),
        findSellerRecord(from, row.seller_id),
        row.sold_at === null ? findWorth(asked, toAskedPhone(row)) : null,
      ]);
      const reply: ListingDetail = {
        ...toListing(row, caller),
        photos: toPhotos(row),
        similar: similar.map((other) => toListing(other, caller)),
        seller: toSellerRecord(seller),
        imei: toListingImei(row, caller),
        worth,
      };
      return { reply, shows: [`listing:${row.id}`, `brand:${row.category_id}`, `seller:${row.seller_id}`] };
    });
  }
};
