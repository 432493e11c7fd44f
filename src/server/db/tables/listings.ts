import type { Generated } from 'kysely';
import type { TextKey } from '#contract/listing-fields.ts';
import type { SearchKeys } from '../search-keys.ts';
import type { Moment } from './moment.ts';

export type CategoriesTable = { id: string; name: string; name_key: string; img: string; position: number };

/** Each text field of a listing has a column of the same name. */
export type ListingsTable = SearchKeys &
  Record<TextKey, string> & {
    id: string;
    seller_id: string;
    category_id: string;
    /** The first photo; `photos` are the others, as a JSON list of addresses. */
    image: string;
    photos: string;
    price_cents: number;
    original_price_cents: number;
    specification: string;
    /** JSON: the answers to all questions about the condition. */
    answers: Generated<string>;
    post_time: string;
    created_at: Moment;
    advertised_at: Moment | null;
    reported_at: Moment | null;
    sold_at: Moment | null;
    removed_at: Moment | null;
    removed_reason: string | null;
    /** Since when its seller has paused it; stays while the shop hides or removes it, so that it comes back paused. */
    paused_at: Generated<Moment | null>;
    /** The order that may pay now, until `reserved_until`. */
    reserved_by: string | null;
    reserved_until: Moment | null;
    /** The phone, as in `PhoneKey.hash`; null when the seller gave no IMEI. */
    imei_hash: Generated<string | null>;
    imei_last4: Generated<string | null>;
    /** Since when the phone is known not to be reported lost; null while it is reported. */
    imei_checked_at: Generated<Moment | null>;
    /** The listing's model in the catalog, and the last month of its security updates, counted from the year 0; null and 0 when not known for certain. */
    catalog_model: Generated<string | null>;
    updates_month: Generated<number>;
    /** The city that the location names, and its center in hundredths of a degree; null when it names none that is known. */
    city_id: Generated<number | null>;
    city_lat: Generated<number | null>;
    city_lng: Generated<number | null>;
    /** When an admin confirmed the seller's proof of possession. */
    possession_proven_at: Generated<Moment | null>;
    /** Since when it shows a test that the phone passed. */
    tested_at: Generated<Moment | null>;
    /** The seller's own name of the phone, in the files they import; one listing has it. */
    reference: Generated<string | null>;
    /** Counts the seller's changes, from 1. */
    revision: Generated<number>;
    /** When as many changes are allowed again as at first. */
    edits_whole_at: Generated<Moment>;
    /** What lists show of it, as `writePresentation` makes it; null when the listing changed since. */
    shown: Generated<string | null>;
    /** Counts its changes. */
    shown_turn: Generated<number>;
  };

/** A price that a listing had up to this revision, and until when. */
export type EarlierPricesTable = { listing_id: string; revision: number; price_cents: number; until_at: Moment };

/** An unfinished listing. `content`: JSON, `{}` once it was published. */
export type DraftsTable = {
  seller_id: string;
  /** Chosen by the seller's browser, and unique only for this seller. */
  id: string;
  revision: number;
  content: string;
  /** The listing that it was published as. */
  listing_id: string | null;
  created_at: Moment;
  saved_at: Moment;
};

/** A spreadsheet of listings. `columns`: JSON, the field of each column; `origin`: the shop's origin at the upload, to recognize its own pictures. */
export type ListingImportsTable = {
  id: string;
  seller_id: string;
  file_name: string;
  state: 'reading' | 'review' | 'running' | 'done' | 'cancelled' | 'stopped';
  encoding: string;
  separator: string;
  columns: string;
  origin: string | null;
  /** Why it was stopped. */
  reason: string | null;
  created_at: Moment;
  /** When it last made progress. */
  touched_at: Moment;
  ended_at: Moment | null;
};

/** `position`: the row in the file; `cells`: JSON, as written but without the IMEI, and empty once listed. `known_as`: as in `CheckedPhone.known`. */
export type ListingImportRowsTable = {
  import_id: string;
  position: number;
  state: 'ready' | 'refused' | 'skipped' | 'listed' | 'failed';
  cells: string;
  title: string;
  price: string;
  /** What is wrong, by field, as JSON. */
  fields: string;
  sentence: string | null;
  question: string | null;
  imei_hash: string | null;
  imei_last4: string | null;
  imei_key_id: string | null;
  known_as: string | null;
  listing_id: string | null;
  /** The listing with the row's reference, which the row updates. */
  known_listing: string | null;
};

/** Phone models. Lists are JSON; `facts` has all other known facts, as in `PhoneModel`. */
export type PhoneModelsTable = {
  id: string;
  brand: string;
  name: string;
  /** Brand and name, normalized: unique for each model. */
  name_key: string;
  /** JSON: other names here, model numbers in `numbers`. */
  also: string;
  numbers: string;
  /** `2019-09` or `2019`. */
  released: string | null;
  launch_price_cents: number | null;
  /** The month of the last security update. */
  updates_until: string | null;
  facts: string;
  /** The shop's own models change with its versions; an operator's stay. */
  origin: 'shop' | 'operator';
  updated_at: Moment;
};
