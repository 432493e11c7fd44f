import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { forEachKey, TYPED_KEYS, type TypedKey } from '#contract/listing-fields.ts';
import { ListingFields } from '#contract/listings.ts';
import { CONDITION_QUESTION_KEYS, type ConditionAnswers } from '#contract/shared/condition-answers.ts';
import { SPECIFICATION_KEYS, type SpecificationKey } from '#contract/shared/specification.ts';
import type { Texts } from './filling.ts';

/** The form's fields; `image` holds only the keys of the photos, the cover first. */
export type ListingForm = Record<TypedKey, string> & {
  imei: string;
  /** An IMEI was entered; drafts don't store it, so it may have to be entered again. */
  hasImei: boolean;
  /** The last digits of the IMEI of a phone bought here, which may be left out; blank for any other. */
  knownImei: string;
  specification: Record<SpecificationKey, string>;
  image: string[];
  /** The code whose photo shows the phone in the seller’s hand. */
  inHand: string | null;
  /** The chosen model of the catalog. */
  model: string;
  answers: ConditionAnswers;
  /** The values that were filled in automatically. */
  filled: Texts;
};

export type TextField = TypedKey | 'imei';

const FormSchema = ListingFields.omit({ image: true, photos: true }).extend({ image: z.array(z.string()).min(1, 'Image is required.') });

/** The contract's own rules; the typed text is sent unchanged, since the server parses prices itself. The schema's input is looser than the form's. */
export const listingResolver = zodResolver(FormSchema, undefined, { raw: true }) as unknown as Resolver<ListingForm>;

export function emptyListing(): ListingForm {
  return {
    ...forEachKey(TYPED_KEYS, () => ''),
    imei: '',
    hasImei: false,
    knownImei: '',
    specification: forEachKey(SPECIFICATION_KEYS, () => ''),
    image: [],
    inHand: null,
    model: '',
    answers: forEachKey(CONDITION_QUESTION_KEYS, () => ''),
    filled: {},
  };
}

/** Whether the form contains any text, or did. */
export function hasText({ specification, answers, hasImei, image: _, inHand: ____, model: ___, filled: __, ...texts }: ListingForm): boolean {
  return hasImei || [...Object.values(texts), ...Object.values(specification), ...Object.values(answers)].some((text) => text.trim() !== '');
}

/** Returns the part that is sent: all but the photos. */
export const toTexts = ({ image: _, model: __, filled: ___, hasImei: ____, knownImei: _____, ...texts }: ListingForm) => texts;

export const IMEI_MISSING = 'You entered an IMEI before, but drafts don’t store it. Enter it again, or choose to list without it.';

/** Whether an IMEI was entered before the draft was continued, and hasn't been entered again. */
export const isImeiMissing = ({ imei, hasImei }: Pick<ListingForm, 'imei' | 'hasImei'>): boolean => hasImei && imei.trim() === '';
