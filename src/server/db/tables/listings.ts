import type { Generated } from 'kysely';
import type { TextKey } from '#contract/listing-fields.ts';
import type { SearchKeys } from '../search-keys.ts';
import type { Moment } from './moment.ts';

export type CategoriesTable = { id: string; name: string; name_key: string; img: string; position: number };

/** Each text of a listing has a column of its name. */
export type ListingsTable = SearchKeys &
  Record<TextKey, string> & {
    id: string;
    seller_id: string;
    category_id: string;
    /** The first photo; `photos` are the others, a JSON list of addresses. */
    image: string;
    photos: string;
    price_cents: number;
    original_price_cents: number;
    specification: string;
    post_time: string;
    created_at: Moment;
    advertised_at: Moment | null;
    reported_at: Moment | null;
    sold_at: Moment | null;
    removed_at: Moment | null;
    removed_reason: string | null;
    /** The order that may pay now, until then. */
    reserved_by: string | null;
    reserved_until: Moment | null;
    /** The phone, as `PhoneKey.hash` names it; null when its seller gave no IMEI. */
    imei_hash: Generated<string | null>;
    imei_last4: Generated<string | null>;
    /** Since when the phone is known as not reported lost; null while it is, too. */
    imei_checked_at: Generated<Moment | null>;
    /** The model of the catalog that it surely is, and the last month of its security updates, counted from the year 0; null and 0 where not known. */
    catalog_model: Generated<string | null>;
    updates_month: Generated<number>;
    /** When an admin confirmed that its seller has it in hand. */
    possession_proven_at: Generated<Moment | null>;
  };

/** A listing that is not finished. `content`: JSON, `{}` once it was published. */
export type DraftsTable = {
  seller_id: string;
  /** Chosen by the seller's browser, and theirs alone. */
  id: string;
  revision: number;
  content: string;
  /** The listing that was made of it. */
  listing_id: string | null;
  created_at: Moment;
  saved_at: Moment;
};

/** A file of listings. `columns`: JSON, what each was taken for; `origin`: where the shop was when it was sent, by which its own pictures are known. */
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
  /** When something was last done for it. */
  touched_at: Moment;
  ended_at: Moment | null;
};

/** `position`: which row of the file; `cells`: JSON, as they were written but for the IMEI, and none once it is listed. `known_as`: as `CheckedPhone.known`. */
export type ListingImportRowsTable = {
  import_id: string;
  position: number;
  state: 'ready' | 'refused' | 'skipped' | 'listed' | 'failed';
  cells: string;
  title: string;
  price: string;
  /** What is wrong, by field, JSON. */
  fields: string;
  sentence: string | null;
  question: string | null;
  imei_hash: string | null;
  imei_last4: string | null;
  imei_key_id: string | null;
  known_as: string | null;
  listing_id: string | null;
};

/** Models of phones. What is a list is JSON; `facts` is the rest of what is known, as `PhoneModel` answers it. */
export type PhoneModelsTable = {
  id: string;
  brand: string;
  name: string;
  /** Brand and name as one compares them: there is one model of each. */
  name_key: string;
  /** Other names, and model numbers. */
  also: string;
  numbers: string;
  /** `2019-09` or `2019`. */
  released: string | null;
  launch_price_cents: number | null;
  /** The month of the last security update. */
  updates_until: string | null;
  facts: string;
  /** What the shop wrote down changes with its versions; what an operator gave stays. */
  origin: 'shop' | 'operator';
  updated_at: Moment;
};
