import { v7 as uuid } from 'uuid';
import { forEachKey, TEXT_KEYS } from '#contract/listing-fields.ts';
import type { ListingInput } from '#contract/listings.ts';
import type { NewListingRow, UserRow } from '../../src/server/db/tables.ts';
import type { Brand } from '../../src/server/features/catalog/index.ts';
import { toListingRow } from '../../src/server/features/listings/index.ts';
import type { ModelOfListing } from '../../src/server/features/phone-models/index.ts';
import { type Chance, createChance } from '../../test/model/chance.ts';
import { createModelPicker, type OfferedModel } from './models.ts';
import { CLOSINGS, COLORS, CONDITIONS, CONTRACTS, DETAILS, LOCKS, OPENINGS, PLACES, REGIONS, WARRANTIES } from './vocabulary.ts';

const DAY_MS = 86_400_000;
const SPAN_MS = 730 * DAY_MS;
const POST_TIME_LENGTH = 21;
/** Per thousand listings. */
const SHARES = { sold: 30, removed: 15, advertised: 10, reported: 6 };
/** The fraction of its price that a phone retains per year of use. */
const LEFT_AFTER_A_YEAR = 0.72;
const PARTS = 1_000_000;
const MIN_DESCRIPTION = 100;
const MAX_DESCRIPTION = 400;

export type ListingSource = {
  size: number;
  /** The listing at this index, 0 being the oldest; always the same. */
  rowAt(at: number): NewListingRow;
  /** The index of the listing created at this time; it may be the one before or after. */
  indexNear(moment: number): number;
};

/** The data to generate listings from. `end` is the time of the newest one; `images` are addresses of stored pictures. */
export type Ingredients = {
  seed: number;
  size: number;
  end: number;
  models: OfferedModel[];
  sellers: UserRow[];
  categories: Map<Brand, string>;
  images: string[];
  /** What the catalog knows of a model; left out, listings are matched with it later. */
  modelOf?: (brand: string, modelName: string) => ModelOfListing;
};

type Happened = Pick<NewListingRow, 'advertised_at' | 'reported_at' | 'sold_at' | 'removed_at' | 'removed_reason'>;

/** Generates listings spread evenly over the two years before `end`, with each row exactly as the shop writes it. */
export function createListingSource({ seed, size, end, models, sellers, categories, images, modelOf }: Ingredients): ListingSource {
  const modelFor = createModelPicker(models);
  const step = SPAN_MS / size;
  return {
    size,
    indexNear: (moment) => Math.floor((moment - (end - SPAN_MS)) / step),
    rowAt(at) {
      const chance = createChance(Math.imul(seed, 0x9e3779b1) + at);
      const now = Math.floor(end - SPAN_MS + (at + chance.below(1000) / 1000) * step);
      const model = modelFor(chance.below(PARTS) / PARTS);
      const when = new Date(now);
      const input = createInput(chance, model, { images, listed: when.getUTCFullYear() });
      const origin = {
        sellerId: pickSeller(chance, sellers).id,
        categoryId: categories.get(model.category) ?? '',
        postTime: when.toString().slice(0, POST_TIME_LENGTH),
        now,
        model: modelOf?.(model.category, model.name),
      };
      return { ...toListingRow(input, origin), id: idAt(chance, at, now), ...happenedTo(chance, now, end) };
    },
  };
}

function createInput(chance: Chance, model: OfferedModel, { images, listed }: { images: string[]; listed: number }): ListingInput {
  const memory = pick(chance, model.memories);
  const color = writeColor(chance, chance.percent(10) ? pick(chance, COLORS) : pick(chance, model.colors));
  const years = Math.max(0, Math.min(listed - model.year, chance.below(5)));
  const newPrice = model.newPrice ?? 120 + ((model.name.length * 97 + model.year * 31) % 700);
  const own = ownPart(chance, model, memory);
  return {
    ...forEachKey(TEXT_KEYS, () => 'Not known'),
    name: model.category,
    image: pick(chance, images),
    photos: [],
    location: pickPlace(chance),
    brand: model.brand,
    model_name: model.name,
    resale_price: priceCents(chance, newPrice * 0.75 * LEFT_AFTER_A_YEAR ** years),
    original_price: Math.round(newPrice * 100),
    year_of_use: yearsOfUse(years),
    condition: pick(chance, CONDITIONS),
    purchase_year: String(listed - years),
    mobile_number: `+1 555 ${String(1_000_000 + chance.below(8_999_999))}`,
    description: describe(chance, { model: model.name, brand: model.brand, color, storage: own.storage, percent: String(76 + chance.below(24)) }),
    color,
    storage: own.storage,
    answers: {
      screen: 'light',
      body: pick(chance, ['', 'light', 'worn']),
      battery: pick(chance, ['', 'strong', 'good', 'weak']),
      works: 'everything',
      repairs: pick(chance, ['', 'never', 'other']),
      accessories: '',
    },
    specification: { ...model.specification, ...own },
  };
}

function pick<T>(chance: Chance, items: readonly T[]): T {
  const picked = chance.pickOf(items);
  if (picked === undefined) throw new Error('there is nothing to pick from');
  return picked;
}

const writeColor = (chance: Chance, color: string): string => (chance.percent(15) ? color.toLowerCase() : color);

function ownPart(chance: Chance, model: OfferedModel, memory: { storage: string; ram: string }) {
  return {
    storage: writeSize(chance, memory.storage),
    ram: writeSize(chance, memory.ram),
    model_number: model.numbers.length > 0 ? pick(chance, model.numbers) : model.specification.model_number,
    contract: pick(chance, CONTRACTS),
    lock_status: pick(chance, LOCKS),
    manufacturer_warranty: pick(chance, WARRANTIES),
    region_of_origin: pick(chance, REGIONS),
  };
}

/** `128GB` in one of the ways people write it. */
function writeSize(chance: Chance, size: string): string {
  const [, amount, unit] = /^([\d.]+) ?(\w+)$/u.exec(size) ?? [];
  if (!amount || !unit) return size;
  return pick(chance, [`${amount} ${unit}`, `${amount}${unit}`, `${amount} ${unit}`, `${amount} ${unit.toLowerCase()}`]);
}

/** Picks the first places far more often than the last. */
const pickPlace = (chance: Chance): string => PLACES[Math.floor((chance.below(PARTS) / PARTS) ** 2 * PLACES.length)] ?? 'London';

/** A price in cents: a bit high or low, and rounded as people round. */
function priceCents(chance: Chance, dollars: number): number {
  const wished = Math.max(9, dollars * (0.75 + chance.below(60) / 100));
  const style = chance.below(10);
  if (style < 5) return Math.round(wished / 5) * 500;
  if (style < 7) return Math.max(1, Math.round(wished / 10)) * 1000 - 1;
  if (style < 9) return Math.round(wished) * 100;
  return Math.round(wished * 100);
}

const yearsOfUse = (years: number): string => (years < 1 ? 'Less than a year' : years === 1 ? '1 year' : `${years} years`);

function describe(chance: Chance, input: Record<string, string>): string {
  let text = fillIn(pick(chance, OPENINGS), input);
  const wished = MIN_DESCRIPTION + chance.below(MAX_DESCRIPTION - MIN_DESCRIPTION - 80);
  while (text.length < wished) text += ` ${fillIn(pick(chance, DETAILS), input)}`;
  return `${text} ${pick(chance, CLOSINGS)}`.slice(0, MAX_DESCRIPTION);
}

const fillIn = (sentence: string, input: Record<string, string>): string => sentence.replace(/\{(\w+)\}/gu, (_, name: string) => input[name] ?? '');

/** Most sellers have a phone or two, a few have many. */
function pickSeller(chance: Chance, sellers: UserRow[]): UserRow {
  const seller = sellers[Math.floor((chance.below(PARTS) / PARTS) ** 1.6 * sellers.length)];
  if (!seller) throw new Error('there are no sellers');
  return seller;
}

function idAt(chance: Chance, at: number, msecs: number): string {
  const random = new Uint8Array(16);
  for (let byte = 0; byte < random.length; byte += 1) random[byte] = chance.below(256);
  return uuid({ msecs, random, seq: at });
}

/** What happened to a listing between its creation and the end. */
function happenedTo(chance: Chance, createdAt: number, end: number): Happened {
  const at = Math.round(createdAt + ((end - createdAt) * chance.below(1000)) / 1000);
  const within = (share: number): boolean => chance.below(1000) < share;
  const sold = within(SHARES.sold);
  const removed = !sold && within(SHARES.removed);
  return {
    sold_at: sold ? at : null,
    removed_at: removed ? at : null,
    removed_reason: removed ? 'seller' : null,
    advertised_at: !sold && !removed && within(SHARES.advertised) ? at : null,
    reported_at: within(SHARES.reported) ? at : null,
  };
}
