import { searchKeysOf } from '../search-keys.ts';
import type { NewListingRow } from '../tables.ts';
import { demoId } from './demo-id.ts';
import type { DemoPeople, DemoRole } from './people.ts';
import type { StockPhone } from './stock/phone.ts';
import { specificationOf } from './stock/specification.ts';
import { stock } from './stock/stock.ts';

export const DAY_MS = 86_400_000;
const SHOWN_DAYS = 44;
/** Shares no factor with the number of phones, so that it visits each once: the newest are of many brands. */
const STRIDE = 29;
const SELLERS: readonly DemoRole[] = ['seller', 'second', 'seller', 'third'];
const POST_TIME_LENGTH = 21;

/** One phone on the demo shop's shelf: everything of its listing but the picture. */
export type IndexedListing = { phone: StockPhone; brand: string; nth: number; id: string; createdAt: number; seller: DemoRole };

/** All phones with the moments they were listed, spread over the last weeks before `now`. */
export const createSearchIndex = (now: number): IndexedListing[] => {
  const phones = stock.flatMap(({ brand, phones }) => phones.map((phone) => ({ brand, phone })));
  return phones.map(({ brand, phone }, nth) => {
    const place = (nth * STRIDE) % phones.length;
    const createdAt = Math.round(now - (0.12 + (place / phones.length) * SHOWN_DAYS + (nth % 5) * 0.07) * DAY_MS);
    return { phone, brand, nth, createdAt, id: demoId(`listing ${brand} ${phone.model}`, createdAt), seller: SELLERS[nth % SELLERS.length] ?? 'seller' };
  });
};

/** When a phone that was sold was booked and paid: some way between its listing and now. */
export const soldAt = (item: IndexedListing, now: number): number => Math.round(item.createdAt + (now - item.createdAt) * 0.6);
export const reportedAt = (item: IndexedListing, now: number): number => Math.round(item.createdAt + (now - item.createdAt) * 0.7);

const yearsOfUse = (years: number): string => (years < 1 ? 'Less than a year' : years === 1 ? '1 year' : `${years} years`);

type Placed = { people: DemoPeople; categoryId: string; image: string; now: number };

export const toListingRow = (item: IndexedListing, { people, categoryId, image, now }: Placed): NewListingRow => {
  const { phone, brand, createdAt } = item;
  const { offer } = phone;
  const year = new Date(now).getFullYear();
  const specification = specificationOf(phone, year);
  const said = { brand, model_name: phone.model, color: offer.color, storage: `${phone.storage} GB`, condition: offer.condition, location: offer.place };
  return {
    ...said,
    id: item.id,
    seller_id: people[item.seller].id,
    category_id: categoryId,
    image,
    photos: '[]',
    price_cents: offer.price * 100,
    original_price_cents: offer.newPrice * 100,
    year_of_use: yearsOfUse(year - offer.bought),
    purchase_year: String(offer.bought),
    mobile_number: people[item.seller].phone,
    description: offer.story,
    specification: JSON.stringify(specification),
    post_time: new Date(createdAt).toString().slice(0, POST_TIME_LENGTH),
    ...searchKeysOf({ ...said, purchase_year: String(offer.bought), specification }),
    created_at: createdAt,
    advertised_at: offer.state === 'advertised' ? createdAt + DAY_MS / 24 : null,
    reported_at: offer.state === 'reported' ? reportedAt(item, now) : null,
    sold_at: offer.state === 'sold' ? soldAt(item, now) : null,
    removed_at: null,
    removed_reason: null,
    reserved_by: null,
    reserved_until: null,
  };
};
