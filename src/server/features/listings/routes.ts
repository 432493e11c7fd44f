import type { JudgedListing, ListingDetail, ListingSort } from '#contract/listings.ts';
import type { Filters } from '#contract/shared/filters.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { ForbiddenError, NotSignedInError } from '../../errors.ts';
import type { Viewer } from '../../http/access.ts';
import type { Answer, ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { requireOwnAddress } from '../accounts/index.ts';
import { findCategoryByName } from '../catalog/index.ts';
import { ALL_CONTACTS, type Asking, type Contacts, sellersOf } from '../contacts/index.ts';
import { findPublished } from '../drafts/index.ts';
import { requireStored, toOwnAddress } from '../images/index.ts';
import { alreadyListed, checkPhone, recordClaim } from '../imei/index.ts';
import { findUpdatesSource, type KnownModels } from '../phone-models/index.ts';
import { findPriceEstimate, type SalesHistory } from '../price-estimates/index.ts';
import { findShownPhoto } from '../proof-of-possession/index.ts';
import type { SearchIndex } from '../search/index.ts';
import { toAskedPhone, toListing, toListingImei, toListings, toNewArrival, toPhotos, toSellerRecord } from './listing.ts';
import { isWhole, shownOf, toIndexFilters } from './narrowing.ts';
import {
  DraftPublished,
  findListing,
  findNewest,
  findOfSeller,
  findOnSale,
  findOnSaleByIds,
  findSellerRecord,
  findSimilar,
  insertListing,
  PhoneOnSale,
} from './queries.ts';
import { questionOf, requireCategory, requireListing, toPostTime } from './rules.ts';

const SIMILAR = 4;
const DAY_MS = 86_400_000;

type Needs = Pick<Services, 'db' | 'replica' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys' | 'settings' | 'origin'> & {
  searchIndex: SearchIndex;
  salesHistory: SalesHistory;
  models: KnownModels;
  contacts: Contacts;
};
type ListQuery = Filters & { name?: string; email?: string; sort: ListingSort; limit: number; cursor?: string };

const listOwn = async ({ db, salesHistory }: Needs, caller: Viewer | null, query: ListQuery): Promise<Answer<JudgedListing[]>> => {
  if (!caller) throw new NotSignedInError();
  requireOwnAddress(caller, query.email);
  if (caller.role !== 'seller') throw new ForbiddenError('Only sellers have products.');
  const list = `own ${query.sort}`;
  const page = await findOfSeller(db, caller.userId, { ...query, after: readCursor(list, query.cursor) });
  return { reply: toListings(page.items, ALL_CONTACTS, await salesHistory.open()), next: writeCursor(list, page.next) };
};

const ORDERS = { default: 'newest', newest: 'newest', oldest: 'oldest', lowtohigh: 'cheapest', hightolow: 'dearest' } as const;

const listOnSale = async (services: Needs, asking: Asking, query: ListQuery): Promise<Answer<JudgedListing[]>> => {
  const { searchIndex, salesHistory, clock, contacts } = services;
  const db = readFor(asking.caller, services);
  const list = `sale ${query.sort}`;
  const after = readCursor(list, query.cursor);
  const filters = await toIndexFilters(db, query, clock.now());
  if (!filters) return { reply: [], shows: ['shelf'] };
  const shows = [shownOf(filters)];
  if (isWhole(filters)) {
    const page = await findOnSale(db, filters.categoryId, { ...query, after });
    return {
      reply: toListings(page.items, await contacts.open(asking, sellersOf(page.items)), await salesHistory.open()),
      next: writeCursor(list, page.next),
      shows,
    };
  }
  const page = await searchIndex.findIds({ filters, search: null }, ORDERS[query.sort], { limit: query.limit, after });
  const rows = await findOnSaleByIds(db, page.items);
  return { reply: toListings(rows, await contacts.open(asking, sellersOf(rows)), await salesHistory.open()), next: writeCursor(list, page.next), shows };
};

export const listingRoutes = (serve: ServeCall, services: Needs): void => {
  const { db, clock, images, models, settings, contacts, origin: shop } = services;

  serve('GET /products', async ({ caller, query, request }) =>
    query.email === undefined ? listOnSale(services, { caller, request }, query) : listOwn(services, caller, query),
  );

  serve('POST /products', async ({ caller, query, body: sent }) => {
    const own = (address: string): string => toOwnAddress(address, shop.url());
    const body = { ...sent, image: own(sent.image), photos: sent.photos.map(own) };
    requireOwnAddress(caller, query.email);
    const { draft } = query;
    const madeOfDraft = () => (draft === undefined ? null : findPublished(db, { sellerId: caller.userId, id: draft }));
    const before = await madeOfDraft();
    if (before !== null) return { reply: { acknowledged: true, insertedId: before } };
    const category = await findCategoryByName(db, body.name);
    requireCategory(category);
    await requireStored(images, [['image', body.image], ...body.photos.map((address, at): [string, string] => [`photos.${at}`, address])]);
    const now = clock.now();
    const { imei = null } = body;
    const phone = imei === null ? null : await checkPhone(services, imei, body);
    const model = await models.modelOf(category.name, body.model_name);
    const origin = { sellerId: caller.userId, sellerEmail: caller.email, categoryId: category.id, postTime: toPostTime(now), now, model };
    const insertedId = await insertListing({ db, images }, { input: body, origin, phone, draft }).catch(async (error: unknown) => {
      // The form was sent twice at once, and this one came second.
      if (error instanceof DraftPublished) return null;
      if (!(error instanceof PhoneOnSale) || !phone) throw error;
      throw alreadyListed(await recordClaim(db, phone, caller, now), phone.last4);
    });
    if (insertedId === null) return { reply: { acknowledged: true, insertedId: (await madeOfDraft()) ?? undefined } };
    return { status: 201, reply: { acknowledged: true, insertedId, ...(phone?.known && { question: questionOf(phone.known) }) } };
  });

  serve('GET /newArrivalProducts', async ({ caller }) => {
    const { newArrivals, newArrivalDays } = await settings.fresh();
    const rows = await findNewest(readFor(caller, services), clock.now() - newArrivalDays * DAY_MS, newArrivals);
    return { reply: rows.map(toNewArrival), shows: ['shelf'] };
  });

  for (const name of ['GET /selectedProducts/:id', 'GET /selectedItem/:id', 'GET /newArrivalItem/:id'] as const) {
    serve(name, async ({ caller, params, request }) => {
      const from = readFor(caller, services);
      const row = await findListing(from, params.id);
      requireListing(row);
      const asked = { db: from, now: clock.now(), launchOf: models.launchOf };
      const [similar, seller, worth, updatesSource, inHandPhoto] = await Promise.all([
        findSimilar(from, row, SIMILAR),
        findSellerRecord(from, row.seller_id),
        row.sold_at === null ? findPriceEstimate(asked, toAskedPhone(row)) : null,
        row.catalog_model === null ? null : findUpdatesSource(from, row.catalog_model),
        row.possession_proven_at === null ? null : findShownPhoto(from, row.id),
      ]);
      const shown = await contacts.open({ caller, request }, sellersOf([row, ...similar]));
      const reply: ListingDetail = {
        ...toListing(row, shown),
        photos: toPhotos(row),
        similar: similar.map((other) => toListing(other, shown)),
        seller: toSellerRecord(seller),
        imei: toListingImei(row, caller),
        worth,
        updatesSource,
        inHandPhoto,
      };
      return { reply, shows: [`listing:${row.id}`, `brand:${row.category_id}`, `seller:${row.seller_id}`] };
    });
  }
};
