import { z } from 'zod';
import { ImageAddress, imageAddresses, PhotoOrigin } from './images.ts';
import { ListingImei, OptionalImei } from './imei.ts';
import { fieldOf, forEachKey, LISTING_FIELDS, LISTING_KEYS, type ListingField, type ListingFieldTable, type ListingKey, TEXT_KEYS } from './listing-fields.ts';
import { Judgement, PriceEstimate } from './price-estimates.ts';
import { CONDITION_ANSWERS, CONDITION_QUESTION_KEYS, type ConditionQuestion } from './shared/condition-answers.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { filterShape, isPriceRange, PRICE_RANGE_REFUSED } from './shared/filters.ts';
import { imageStem } from './shared/image-sizes.ts';
import { Amount, Price } from './shared/money.ts';
import { ListSearch, PageQuery } from './shared/paging.ts';
import { Moment } from './shared/replies.ts';
import { SPECIFICATION_KEYS, SPECIFICATION_LABELS } from './shared/specification.ts';
import { Email, Id, requiredText, requiredTypedText } from './shared/text.ts';

// In a file of their own, so that the browser can import them without the schemas.
export { SPECIFICATION_KEYS, SPECIFICATION_LABELS, type SpecificationKey } from './shared/specification.ts';

export const Specification = z.object(forEachKey(SPECIFICATION_KEYS, () => z.string()));
export type Specification = z.infer<typeof Specification>;

export const SpecificationInput = z.preprocess(
  withOldSpellings,
  z.object(
    forEachKey(SPECIFICATION_KEYS, (key) => requiredText(SPECIFICATION_LABELS[key], LISTING_FIELDS.specification.max)),
    'The specification is required.',
  ),
);

/** The seller's answers to the questions about the phone's condition; blank if unanswered. */
export const ConditionAnswers = z.object(forEachKey(CONDITION_QUESTION_KEYS, () => z.string()));

const NOT_ANSWERS = `Answers must be an object with any of ${CONDITION_QUESTION_KEYS.join(', ')}.`;

const ConditionAnswersInput = z.strictObject(forEachKey(CONDITION_QUESTION_KEYS, toAnswerInput), NOT_ANSWERS);

/** The most photos a listing can have: the first is its `image`, the others are its `photos`. */
export const MAX_PHOTOS = 8;
const TOO_MANY_PHOTOS = `A listing can have at most ${MAX_PHOTOS} photos.`;
export const PHOTO_TWICE = 'The same photo appears twice. Remove one of them.';

const Photos = imageAddresses(MAX_PHOTOS - 1, TOO_MANY_PHOTOS);

type InputOf<Field> = Field extends { kind: 'price' }
  ? ReturnType<typeof Price>
  : Field extends { kind: 'photo' }
    ? typeof ImageAddress
    : Field extends { kind: 'more-photos' }
      ? z.ZodDefault<typeof Photos>
      : Field extends { kind: 'specification' }
        ? typeof SpecificationInput
        : Field extends { kind: 'answers' }
          ? z.ZodPrefault<typeof ConditionAnswersInput>
          : Field extends { kind: 'imei' }
            ? typeof OptionalImei
            : Field extends { kind: 'code' }
              ? z.ZodOptional<z.ZodNullable<typeof Id>>
              : Field extends { numbers: true }
                ? ReturnType<typeof requiredTypedText>
                : ReturnType<typeof requiredText>;

// `toInput` builds the schema that `InputOf` describes for each field.
const inputShape = forEachKey(LISTING_KEYS, (key) => toInput(fieldOf(key))) as { [Key in ListingKey]: InputOf<ListingFieldTable[Key]> };

/** What a seller enters about a phone, field by field. */
export const ListingFields = z.object(inputShape, 'A listing is required.');

/** What a seller enters about a phone. Prices parse to whole cents. Everything else in a listing is set by the server. */
export const ListingInput = ListingFields.refine(({ image, photos }) => isEachOnce([image, ...photos]), { path: ['photos'], message: PHOTO_TWICE });
export type ListingInput = z.output<typeof ListingInput>;

/** A calendar month, `2028-10`. */
const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/u);

export const Listing = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  ...forEachKey(TEXT_KEYS, () => z.string()),
  resale_price: Amount,
  original_price: Amount,
  post_time: z.string(),
  /** Null once the seller has left. */
  sellerId: z.string().nullable(),
  seller_name: z.string(),
  sellerEmail: z.string(),
  seller_verify: z.boolean(),
  status: z.enum(['available', 'sold']),
  specification: Specification,
  answers: ConditionAnswers,
  /** When it was listed; `post_time` is the same time in the specification's format. */
  postedAt: Moment,
  isAdvertise: z.boolean(),
  /** Its seller has taken it off sale for now; it is in no public list. */
  paused: z.boolean(),
  /** An admin has confirmed a fresh photo of the phone with a code that the shop gave its seller. */
  inHand: z.boolean(),
  /** It shows a test that the phone passed in its own browser. */
  tested: z.boolean(),
  reportedStatus: z.literal('reported').nullable(),
  /** The center of the city that `location` names, to about 1 km; null when it names none that is known. */
  city: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  /** The last month with promised security updates; null when the model or the promise isn't known. */
  updatesUntil: Month.nullable(),
});
export type Listing = z.infer<typeof Listing>;

/** A listing in a list, with how its price compares with similar phones; null when that isn't known. */
export const JudgedListing = Listing.extend({ judgement: Judgement.nullable() });
export type JudgedListing = z.infer<typeof JudgedListing>;

/** A price that a listing had, and until when. */
export const EarlierPrice = z.object({ price: Amount, until: Moment });
export type EarlierPrice = z.infer<typeof EarlierPrice>;

/** How many earlier prices are stored of a listing. */
export const MAX_EARLIER_PRICES = 20;

export const NewArrival = Listing.pick({ _id: true, image: true, model_name: true, resale_price: true });
export type NewArrival = z.infer<typeof NewArrival>;

/** What buyers think of a seller: the mean of their stars, to one decimal. */
export const Rating = z.object({ average: z.number().min(1).max(5), count: z.int().positive() });
export type Rating = z.infer<typeof Rating>;

/** A seller's public record: since when they have been a member, how many phones they offer and have sold, and their rating, if they have one. */
export const SellerRecord = z.object({ since: Moment, offers: z.int().nonnegative(), sold: z.int().nonnegative(), rating: Rating.nullable() });
export type SellerRecord = z.infer<typeof SellerRecord>;

/**
 * A listing in full. `photos` are those after the first, which is `image`; lists return only the first. `similar`: listings on sale, which the page
 * of a sold listing offers instead, with contacts only of sellers whose contacts the caller has seen. `worth`: the price estimate; null once sold.
 * `imei` is null when the seller gave none. `updatesSource`: the source of `updatesUntil`. `earlierPrices`: the latest first.
 */
export const ListingDetail = Listing.extend({
  photos: z.array(z.string()),
  earlierPrices: z.array(EarlierPrice),
  similar: z.array(Listing),
  seller: SellerRecord,
  worth: PriceEstimate.nullable(),
  imei: ListingImei.nullable(),
  /** The id of the phone's passport; null for a phone without an IMEI. */
  passport: z.string().nullable(),
  updatesSource: z.string().nullable(),
  /** The proof-of-possession photo, if its seller made it public. */
  inHandPhoto: z.string().nullable(),
  /** The id of its model in the catalog; null if that isn't certain. */
  catalogModel: z.string().nullable(),
  /** What the data of `image`, and then of each of `photos`, says of where it comes from; null where it says nothing that holds. */
  photoOrigins: z.array(PhotoOrigin.nullable()),
  /** Whether its picture isn't a photo: the demo shop drew it. */
  isDemoPicture: z.boolean(),
});
export type ListingDetail = z.infer<typeof ListingDetail>;

/** `default`: newest first or, in a search, best match first. `nearest`: the nearest to `near` first; without it like `newest`. */
export const ListingSort = z.enum(['default', 'newest', 'oldest', 'lowtohigh', 'hightolow', 'nearest']);
export type ListingSort = z.infer<typeof ListingSort>;

/** An unknown order means newest first; no order means `default`. */
export const SortQuery = z
  .string()
  .max(200)
  .optional()
  .transform((sort = ''): ListingSort => ListingSort.safeParse(sort.trim().toLowerCase() || 'default').data ?? 'newest');

const ById = z.object({ id: Id });

export const listingCalls = {
  'GET /products': {
    summary:
      'Lists phones on sale, of all brands or of the brand `name`, narrowed by filters. With `email`, a seller gets all of their own listings, of which `search` finds words of the model or brand.',
    access: 'anyone',
    rows: 'own-address',
    query: PageQuery.extend({ name: z.string().max(200).optional(), sort: SortQuery, email: Email.optional(), search: ListSearch, ...filterShape }).refine(
      isPriceRange,
      PRICE_RANGE_REFUSED,
    ),
    reply: z.array(JudgedListing),
    paged: true,
  },
  'GET /newArrivalProducts': {
    summary: 'Lists the newest phones on sale: eight from the last 30 days, unless the shop’s settings say otherwise.',
    access: 'anyone',
    rows: 'none',
    query: PageQuery,
    reply: z.array(NewArrival),
    paged: true,
  },
  'GET /selectedProducts/:id': { summary: 'Returns a listing with all its photos.', access: 'anyone', rows: 'any', params: ById, reply: ListingDetail },
  'GET /selectedItem/:id': { summary: 'Returns a listing with all its photos.', access: 'anyone', rows: 'any', params: ById, reply: ListingDetail },
  'GET /newArrivalItem/:id': { summary: 'Returns a listing with all its photos.', access: 'anyone', rows: 'any', params: ById, reply: ListingDetail },
} as const satisfies Record<string, Endpoint>;

/** Accepts the old spellings `Build` and `Battery` for `build` and `battery`. */
function withOldSpellings(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { Build, Battery, ...rest } = value as Record<string, unknown>;
  return { ...(Build === undefined ? {} : { build: Build }), ...(Battery === undefined ? {} : { battery: Battery }), ...rest };
}

function toAnswerInput(question: ConditionQuestion) {
  const { label, answers } = CONDITION_ANSWERS[question];
  const keys = Object.keys(answers);
  return z.enum(['', ...keys], `${label} must be one of ${keys.join(', ')}, or empty.`).default('');
}

/** Compares without sizes: a stored photo has one address per size. */
export function isEachOnce(addresses: string[]): boolean {
  return new Set(addresses.map(imageStem)).size === addresses.length;
}

function toInput(field: ListingField): z.ZodType {
  switch (field.kind) {
    case 'price':
      return Price(field.label);
    case 'photo':
      return ImageAddress;
    case 'more-photos':
      return Photos.default([]);
    case 'specification':
      return SpecificationInput;
    case 'answers':
      return ConditionAnswersInput.prefault({});
    case 'imei':
      return OptionalImei;
    case 'code':
      return Id.nullable().optional();
    case 'text':
    case 'category':
      return (field.numbers ? requiredTypedText : requiredText)(field.label, field.max);
  }
}
