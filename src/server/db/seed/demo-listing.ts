import { z } from 'zod';
import { forEachKey } from '#contract/listing-fields.ts';
import { CONDITION_ANSWERS, CONDITION_QUESTION_KEYS, type ConditionQuestion } from '#contract/shared/condition-answers.ts';
import type { Look, PhoneFacts } from '#drawing/phone.ts';
import type { BuiltInModel } from '../../features/phone-models/index.ts';

const Text = z.string().trim().min(1).max(2000);
const Dollars = z.int().positive();
const Gigabytes = z.int().positive();
const Color = z.string().regex(/^#[\da-f]{6}$/u, 'it isn’t a color such as #1a2b3c');
const Millimeters = z.number().min(0).max(200);
const Spot = z.tuple([Millimeters, Millimeters]);
const Circle = z.tuple([Millimeters, Millimeters, Millimeters]);

const DemoLook = z.strictObject({
  back: Color,
  frame: Color.optional(),
  corner: Millimeters,
  finish: z.enum(['glass', 'satin', 'matte']),
  front: z.enum(['button', 'notch', 'drop', 'pill', 'hole', 'hole-left', 'hole-right', 'bars', 'whole']),
  island: z.strictObject({ at: Spot, size: Spot, radius: Millimeters, tone: Color.optional() }).optional(),
  lenses: z.array(Circle).min(1),
  flash: Spot.optional(),
  reader: Circle.optional(),
  glyphs: z.literal(true).optional(),
}) satisfies z.ZodType<Look>;

/** One entry of `data/demo-listings/sellers.json`. Everything that they list is in their town. */
export const DemoSeller = z.strictObject({
  key: Text,
  name: Text,
  email: z.email(),
  kind: z.enum(['person', 'shop']),
  town: Text,
  phone: Text,
  verified: z.boolean(),
  joinedDaysAgo: z.int().positive(),
});
export type DemoSeller = z.infer<typeof DemoSeller>;

const DemoReview = z.strictObject({ stars: z.int().min(1).max(5), text: z.string() });

/** One entry of a brand’s file in `data/demo-listings`: a seller's description of one phone, and how it looks. */
export const DemoEntry = z.strictObject({
  model_name: Text,
  model_number: Text,
  storage: Gigabytes,
  ram: Gigabytes,
  /** The version it came with, and the one it runs now. */
  operating_system: Text,
  color: Text,
  /** What its seller answers in the form; the condition is computed from it. */
  answers: z.strictObject(forEachKey(CONDITION_QUESTION_KEYS, answerTo)),
  /** Where back and frame are worn, as the description says; its picture shows it there. */
  worn_at: z.array(z.enum(['back', 'frame'])).default([]),
  /** The key of its seller. */
  seller: Text,
  resale_price: Dollars,
  original_price: Dollars,
  purchase_year: z.int().min(2000).max(2100),
  region_of_origin: Text,
  lock_status: Text.default('Unlocked'),
  state: z.enum(['for sale', 'advertised', 'sold', 'reported']).default('for sale'),
  /** What its buyer and its seller wrote about each other, and the seller's answer; only of a sold phone. */
  reviews: z.strictObject({ buyer: DemoReview, seller: DemoReview, answer: Text.optional() }).optional(),
  description: Text,
  look: DemoLook,
});
export type DemoEntry = z.infer<typeof DemoEntry>;

/** A demo listing with its seller, its model from the built-in catalog, and the measurements for drawing its picture. */
export type DemoListing = Omit<DemoEntry, 'seller'> & { brand: BuiltInModel['brand']; model: BuiltInModel; condition: string; seller: DemoSeller } & Pick<
    PhoneFacts,
    'size' | 'screen'
  >;

function answerTo(question: ConditionQuestion) {
  return z.enum(Object.keys(CONDITION_ANSWERS[question].answers));
}
