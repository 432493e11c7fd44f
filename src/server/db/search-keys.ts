import { foldText, toFacetKey } from '#contract/shared/facet-text.ts';

/** The fields that filters and search compare. Texts are folded and short, so that all of them fit in one index; `year` is 0 when unknown. */
export type SearchKeys = {
  brand_key: string;
  model_key: string;
  number_key: string;
  storage_key: string;
  condition_key: string;
  color_key: string;
  ram_key: string;
  place_key: string;
  year: number;
};

export type SearchKeyFields = Record<'brand' | 'model_name' | 'storage' | 'condition' | 'color' | 'location' | 'purchase_year', string> & {
  specification: { ram: string; model_number: string };
};

/** Maximum lengths in characters, after `toFacetKey`. */
const BRAND = 40;
const MODEL = 200;
/** The longest model key in bytes: an index entry of PostgreSQL has room for 2,700. */
const MODEL_BYTES = 480;
const NUMBER = 400;
const RAM = 40;
const PLACE = 60;

export function searchKeysOf(listing: SearchKeyFields): SearchKeys {
  return {
    brand_key: fold(listing.brand, BRAND),
    model_key: toModelKey(listing.model_name),
    number_key: foldNumbers(listing.specification.model_number),
    storage_key: toFacetKey(listing.storage),
    condition_key: toFacetKey(listing.condition),
    color_key: toFacetKey(listing.color),
    ram_key: toRamKey(listing.specification.ram),
    place_key: toPlaceKey(listing.location),
    year: toYear(listing.purchase_year),
  };
}

const fold = (text: string, length: number): string => foldText(text, length).trimEnd();

/** Returns a model's name folded; long enough to hold every word of a listing's title. */
export function toModelKey(model: string): string {
  let key = fold(model, MODEL);
  while (Buffer.byteLength(key) > MODEL_BYTES) key = [...key].slice(0, -1).join('').trimEnd();
  return key;
}

/** Like `toFacetKey` but longer, because one field may have several model numbers. */
function foldNumbers(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim()
    .slice(0, NUMBER);
}

export const toRamKey = (ram: string): string => fold(ram, RAM);

export const toPlaceKey = (place: string): string => fold(place, PLACE);

/** Returns the year in a text, from 1990 to 2099; 0 when there is none. */
export const toYear = (text: string): number => Number(/(?<!\d)(?:199\d|20\d\d)(?!\d)/u.exec(text.normalize('NFKC'))?.[0] ?? 0);
