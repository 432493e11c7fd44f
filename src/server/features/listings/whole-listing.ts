import type { Listing, ListingDetail } from '#contract/listings.ts';
import { readDemoStart } from '../../db/queries.ts';
import type { Db } from '../../db/tables.ts';
import type { Viewer } from '../../http/access.ts';
import { type Answer, ForReaders, Lazily } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import type { Contacts, ShownContacts } from '../contacts/index.ts';
import { findPhotoOrigins } from '../images/index.ts';
import type { KnownModels } from '../phone-models/index.ts';
import type { ListedPhone, SalesHistory } from '../price-estimates/index.ts';
import { findShownPhoto } from '../proof-of-possession/index.ts';
import { toAscii, writeAscii } from './ascii.ts';
import { findEarlierPrices } from './edit-queries.ts';
import { toAskedPhone, toListing, toListingImei, toPhotos } from './listing.ts';
import type { Presentations } from './presentations.ts';
import { findListedById, findShownListing, type ListedWholeRow, type WholeListingRow } from './queries.ts';
import { requireListing } from './rules.ts';
import type { SellerRecords } from './seller-records.ts';
import type { FindSimilar } from './similar.ts';

/** A listing’s as long as it was never edited. */
const FIRST_REVISION = 1;

export type WholeListingNeeds = Pick<Services, 'reads' | 'replica' | 'publicConfig' | 'images'> & {
  salesHistory: SalesHistory;
  presentations: Presentations;
  contacts: Contacts;
  models: KnownModels;
  findSellerRecord: SellerRecords;
  findSimilar: FindSimilar;
};

type Opened = {
  row: ListedWholeRow | WholeListingRow;
  /** For the price estimate; null unless it is on sale. */
  phone: ListedPhone | null;
  /** What lists show, too, as ASCII JSON that isn't closed yet. */
  toOpenJson(contacts: ShownContacts): string;
};

/** A listing in full, with the extras of its page. Throws `NotFoundError`. */
export async function showListing(services: WholeListingNeeds, caller: Viewer | null, id: string): Promise<Answer<ListingDetail>> {
  const { contacts, presentations } = services;
  const db = readFor(caller, services);
  const { row, phone, toOpenJson } = await open(services, db, id);
  const [similar, seller, judge, updatesSource, inHandPhoto, demoStart, earlierPrices, photoOrigins] = await Promise.all([
    services.findSimilar(db, row).then((ids) => presentations.open(db, ids)),
    services.findSellerRecord(db, row.seller_id),
    services.salesHistory.open(),
    row.catalog_model === null ? null : services.models.updatesSourceOf(db, row.catalog_model),
    row.possession_proven_at === null ? null : findShownPhoto(db, row.id),
    // Only a demo shop has drawn pictures.
    services.publicConfig.demo ? readDemoStart(db) : null,
    // Without an edit, there was no other price.
    row.revision === FIRST_REVISION ? [] : findEarlierPrices(db, row.id),
    findPhotoOrigins(db, services.images, [row.image, ...toPhotos(row)]),
  ]);
  const priceEstimate = phone && judge.estimate(phone);
  const reply = new ForReaders<ListingDetail>(async (asking) => {
    // The sellers of similar phones don't count as seen: nobody has asked for those.
    const shown = await contacts.open(asking, [row.seller_id]);
    const extras: Omit<ListingDetail, keyof Listing | 'similar'> = {
      photos: toPhotos(row),
      earlierPrices,
      seller,
      imei: toListingImei(row, asking.caller),
      passport: row.passport_id,
      worth: priceEstimate,
      updatesSource,
      inHandPhoto,
      photoOrigins,
      catalogModel: row.catalog_model,
      isDemoPicture: demoStart !== null && row.created_at < demoStart,
    };
    const texts = [toOpenJson(shown), ',', toAscii(JSON.stringify(extras)).slice(1, -1), ',"similar":', similar.toJson(shown), '}'];
    return new Lazily<ListingDetail>(
      () => JSON.parse(texts.join('')) as ListingDetail,
      (allocate) => writeAscii(texts, allocate),
    );
  });
  return { reply, shows: [`listing:${row.id}`, `brand:${row.category_id}`, `seller:${row.seller_id}`] };
}

/** From its stored presentation if it is on sale, as most listings that are looked at are. */
async function open({ presentations }: WholeListingNeeds, db: Db, id: string): Promise<Opened> {
  const listed = await findListedById(db, id);
  const opened = listed && (await presentations.openOne(listed));
  if (opened) return { row: listed, ...opened };
  const row = await findShownListing(db, id);
  requireListing(row);
  const isOnSale = row.sold_at === null && row.removed_at === null;
  return { row, phone: isOnSale ? toAskedPhone(row) : null, toOpenJson: (contacts) => toAscii(JSON.stringify(toListing(row, contacts))).slice(0, -1) };
}
