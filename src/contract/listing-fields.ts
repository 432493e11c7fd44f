/**
 * The fields of a listing. The schemas of a listing and a draft, the form, the import, the export, the comparison, the listing page, the card, the
 * personal-data export, the fraud scan and the type of the database table derive from this table.
 */
export const LISTING_FIELDS = {
  name: { label: 'Category', kind: 'category', max: 200, step: 'phone', fixed: true },
  image: { label: 'Image', kind: 'photo', step: 'photos', erased: 'unsold' },
  photos: { label: 'Photos', kind: 'more-photos', erased: 'unsold' },
  location: { label: 'Location', kind: 'text', max: 200, step: 'publish', shown: ['card', 'comparison'], scanned: true, erased: 'always' },
  brand: { label: 'Brand', kind: 'text', max: 200, step: 'phone', shown: ['card', 'page'], scanned: true, fixed: true },
  model_name: { label: 'Model name', kind: 'text', max: 200, step: 'phone', scanned: true, fixed: true },
  resale_price: { label: 'Resale price', kind: 'price', step: 'price', shown: ['card'] },
  original_price: { label: 'Original price', kind: 'price', step: 'price', shown: ['card'] },
  year_of_use: { label: 'Year of use', kind: 'text', max: 200, numbers: true, step: 'price', shown: ['card', 'page', 'comparison'], scanned: true },
  condition: { label: 'Condition', kind: 'text', max: 200, step: 'condition', shown: ['card', 'page', 'comparison'], scanned: true },
  purchase_year: { label: 'Purchase year', kind: 'text', max: 200, numbers: true, step: 'price', shown: ['card', 'page', 'comparison'], scanned: true },
  mobile_number: { label: 'Mobile number', kind: 'text', max: 200, numbers: true, step: 'publish', shown: ['card'], masked: true, erased: 'always' },
  description: { label: 'Description', kind: 'text', max: 5000, step: 'publish', scanned: true, erased: 'always' },
  color: { label: 'Color', kind: 'text', max: 200, step: 'phone', shown: ['card', 'page', 'comparison'], scanned: true },
  storage: { label: 'Storage', kind: 'text', max: 200, numbers: true, step: 'phone', shown: ['card', 'page', 'comparison'], scanned: true },
  imei: { label: 'IMEI', kind: 'imei', step: 'condition', erased: 'unsold', fixed: true },
  inHand: { label: 'Photo with code', kind: 'code', step: 'photos', fixed: true },
  answers: { label: 'Condition questions', kind: 'answers' },
  specification: { label: 'Specification', kind: 'specification', max: 1000, scanned: true, erased: 'unsold' },
} as const satisfies Record<string, ListingField>;

export type ListingFieldTable = typeof LISTING_FIELDS;
export type ListingKey = keyof ListingFieldTable;
export const LISTING_KEYS = Object.keys(LISTING_FIELDS) as ListingKey[];

export type ListingField = Shared & (TextField | AskedField | MorePhotos | AnswersField | SpecificationField);

type Shared = {
  /** Its name in the form and in messages. */
  label: string;
  /** Where it appears as a labeled fact. */
  shown?: readonly Place[];
  /** Whether it is scanned for contacts and links. */
  scanned?: true;
  /** Visible only to people who may see the seller's contacts. */
  masked?: true;
  /** Says which phone it is, so it never changes once the phone is listed. */
  fixed?: true;
  /** Cleared when the seller deletes their account; `unsold`: only in listings that were not sold. */
  erased?: 'always' | 'unsold';
};
/**
 * A required text, stored in the column of the same name; a category is stored as its ID. `numbers`: the API also accepts a number, such as a year.
 */
type TextField = { kind: 'text' | 'category'; max: number; numbers?: true; step: StepId };
/** `price` and `photo` are required. `code` refers to a proof of possession, which is stored separately. */
type AskedField = { kind: 'price' | 'photo' | 'imei' | 'code'; step: StepId };
/** The photos after the first, entered in the same step. */
type MorePhotos = { kind: 'more-photos'; step?: never };
/** Optional answers to `CONDITION_ANSWERS`, entered in the step of the condition and shown wherever the condition is. */
type AnswersField = { kind: 'answers'; step?: never };
/** A required text of at most `max` characters for each of `SPECIFICATION_KEYS`. */
type SpecificationField = { kind: 'specification'; max: number; step?: never };

/** The step of the form in which a field is entered. */
export type StepId = 'photos' | 'phone' | 'condition' | 'price' | 'publish';
export type Place = 'card' | 'page' | 'comparison';

/** Longer texts get a multi-line field. */
export const LINE = 200;

type Kind = ListingField['kind'];
type KeyOf<Wanted extends Kind> = { [Key in ListingKey]: ListingFieldTable[Key]['kind'] extends Wanted ? Key : never }[ListingKey];

/** What a seller may change after listing a phone. */
export type EditableKey = { [Key in ListingKey]: ListingFieldTable[Key] extends { fixed: true } ? never : Key }[ListingKey];
export const EDITABLE_KEYS = LISTING_KEYS.filter((key): key is EditableKey => !fieldOf(key).fixed);

/** Required texts, each stored in the column of the same name. */
export type TextKey = KeyOf<'text'>;
export const TEXT_KEYS = keysOf('text');
/** Texts that only people who may see the seller's contacts see. */
export type MaskedKey = { [Key in TextKey]: ListingFieldTable[Key] extends { masked: true } ? Key : never }[TextKey];
export const MASKED_KEYS = TEXT_KEYS.filter((key): key is MaskedKey => fieldOf(key).masked === true);
/** Texts that everyone sees. */
export type OpenKey = Exclude<TextKey, MaskedKey>;
export const OPEN_KEYS = TEXT_KEYS.filter((key): key is OpenKey => fieldOf(key).masked !== true);

/** Fields typed as text in the form and stored as text in a draft. */
export type TypedKey = KeyOf<'text' | 'category' | 'price'>;
export const TYPED_KEYS = keysOf('text', 'category', 'price');

/** The columns of a CSV file before those of the specification and the answers. */
export type CsvKey = Exclude<ListingKey, KeyOf<'code' | 'answers' | 'specification'>>;
export const CSV_KEYS = keysOf('text', 'category', 'price', 'photo', 'more-photos', 'imei');

/** The most characters of a field; for a price, as typed. */
export function maxOf(key: ListingKey): number {
  const field = fieldOf(key);
  return 'max' in field ? field.max : LINE;
}

export function fieldOf(key: ListingKey): ListingField {
  return LISTING_FIELDS[key];
}

/** An object with a value for each of these keys. */
export function forEachKey<Key extends string, Value>(keys: readonly Key[], toValue: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<Key, Value>;
}

function keysOf<Wanted extends Kind>(...kinds: Wanted[]): KeyOf<Wanted>[] {
  const wanted: readonly Kind[] = kinds;
  return LISTING_KEYS.filter((key): key is KeyOf<Wanted> => wanted.includes(LISTING_FIELDS[key].kind));
}
