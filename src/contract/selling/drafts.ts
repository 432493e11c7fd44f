import { z } from 'zod';
import { ImageAddress } from '../images.ts';
import { fieldOf, forEachKey, LINE, LISTING_FIELDS, maxOf, TYPED_KEYS } from '../listing-fields.ts';
import { MAX_PHOTOS } from '../listings.ts';
import { CONDITION_ANSWERS, CONDITION_QUESTION_KEYS } from '../shared/condition-answers.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { Deleted, Inserted, Moment } from '../shared/replies.ts';
import { SPECIFICATION_KEYS, SPECIFICATION_LABELS } from '../shared/specification.ts';
import { hasAtMost, Id, isStorable } from '../shared/text.ts';

/** The most drafts a seller can have. */
export const MAX_DRAFTS = 10;
const SPECIFICATION_MAX = draftMax(LISTING_FIELDS.specification.max);

const texts = forEachKey(TYPED_KEYS, (key) => Typed(fieldOf(key).label, draftMax(maxOf(key))));

const DraftSpecification = z.object(
  forEachKey(SPECIFICATION_KEYS, (key) => Typed(SPECIFICATION_LABELS[key], SPECIFICATION_MAX)),
  'The specification must be an object of texts.',
);

const DraftAnswers = z.object(
  forEachKey(CONDITION_QUESTION_KEYS, (key) => Typed(CONDITION_ANSWERS[key].label, LINE)),
  'Answers must be an object of texts.',
);

const FILLED = 'What the model filled in must be an object of texts.';

/** A field's name and what the catalog's model filled it with. */
const Filled = z
  .record(z.string().max(60), z.string(FILLED).max(SPECIFICATION_MAX, FILLED), FILLED)
  .refine((filled) => Object.keys(filled).length <= 60, 'There are too many fields.')
  .refine((filled) => Object.entries(filled).flat().every(isStorable), 'This contains a character that can’t be stored.');

/** An unfinished listing: everything may be missing. A phone's IMEI is never stored in a draft, only that one was entered. */
export const DraftContent = z.object(
  {
    ...texts,
    specification: DraftSpecification.prefault({}),
    /** The chosen catalog model; blank if none. */
    model: Typed('Model', LINE),
    /** Addresses of photos stored in the shop, the cover first. */
    photos: z.array(ImageAddress, 'Photos must be a list of photo addresses.').max(MAX_PHOTOS, `A listing can have at most ${MAX_PHOTOS} photos.`).default([]),
    /** The answers to the questions after the phone's condition. */
    answers: DraftAnswers.prefault({}),
    /** The seller entered an IMEI, and is asked for it again. */
    hasImei: z.boolean('Whether an IMEI was entered must be true or false.').default(false),
    /** The last digits of the IMEI of a phone that the seller bought here: the shop knows the phone, so its IMEI may be left out. */
    knownImei: z
      .string('What is known of the IMEI must be text.')
      .regex(/^\d{0,4}$/u, 'An IMEI’s last digits are four at most.')
      .default(''),
    /** What the chosen model filled in, to tell it from what the seller typed. */
    filled: Filled.default({}),
  },
  'The draft’s content is required.',
);
export type DraftContent = z.infer<typeof DraftContent>;

/** A draft as listed. */
export const DraftSummary = z.object({
  _id: z.string(),
  brand: z.string(),
  model_name: z.string(),
  /** Its cover, null while it has none. */
  image: z.string().nullable(),
  savedAt: Moment,
});
export type DraftSummary = z.infer<typeof DraftSummary>;

/** `revision` counts its saves. */
export const Draft = z.object({ _id: z.string(), revision: z.int().positive(), savedAt: Moment, content: DraftContent });
export type Draft = z.infer<typeof Draft>;

/** Chosen by the browser, so that a draft has an id before it is saved. */
export const DraftId = z.uuid('A draft’s id must be a UUID.').toLowerCase();
const ById = z.object({ id: DraftId });

export const draftCalls = {
  'GET /drafts': { summary: 'Lists the caller’s drafts, the latest saved first; up to ten.', access: 'seller', rows: 'own-list', reply: z.array(DraftSummary) },
  'GET /drafts/:id': { summary: 'Returns the caller’s own draft.', access: 'seller', rows: 'own', params: ById, reply: Draft },
  'PUT /drafts/:id': {
    summary:
      'Saves a draft. `revision` is the revision it is based on, or 0 for a new draft; 409 when another revision has been saved since. `POST /products` with `draft` lists the phone and deletes the draft.',
    access: 'seller',
    rows: 'own-list',
    limit: 'draft',
    params: ById,
    body: z.object({ revision: z.int('The revision must be a whole number.').min(0, 'The revision can’t be negative.'), content: DraftContent }),
    reply: z.object({ acknowledged: z.literal(true), revision: z.int().positive(), savedAt: Moment }),
  },
  'POST /orders/:orderId/draft': {
    summary:
      'Begins a draft of a phone that the caller bought here and owns, with what its listing said about the phone, and without its photos and its seller’s words. Its id is the order’s; a draft that is there stays as it is. `POST /products` with it goes on with the phone’s passport, also without `imei`.',
    access: 'seller',
    rows: 'own',
    limit: 'draft',
    params: z.object({ orderId: Id }),
    reply: Inserted,
  },
  'DELETE /drafts/:id': { summary: 'Deletes the caller’s own draft.', access: 'seller', rows: 'own-list', limit: 'draft', params: ById, reply: Deleted },
} as const satisfies Record<string, Endpoint>;

/** Unfinished text: anything that can be stored and isn't much longer than a listing allows. */
function Typed(label: string, max: number) {
  return z
    .string(`${label} must be text.`)
    .refine(hasAtMost(max), `${label} can have at most ${max.toLocaleString('en-US')} characters.`)
    .refine(isStorable, `${label} contains a character that can’t be stored.`)
    .default('');
}

/** Twice a listing's limit for long texts, so that text to be shortened isn't lost. */
function draftMax(max: number): number {
  return max > LINE ? 2 * max : max;
}
