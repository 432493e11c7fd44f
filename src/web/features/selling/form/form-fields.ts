import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { forEachKey, TYPED_KEYS, type TypedKey } from '#contract/listing-fields.ts';
import { ListingFields } from '#contract/listings.ts';
import type { ConditionAnswers } from '#contract/shared/condition.ts';
import { SPECIFICATION_KEYS, type SpecificationKey } from '#contract/shared/specification.ts';
import type { Texts } from './filling.ts';

/** What a seller types; of the photos only which there are, the cover first. */
export type ListingForm = Record<TypedKey, string> & {
  imei: string;
  specification: Record<SpecificationKey, string>;
  image: string[];
  /** The code whose photo shows the phone in the seller’s hand. */
  inHand: string | null;
  /** The catalog's model that was chosen. */
  model: string;
  answers: ConditionAnswers;
  /** What fields were filled with that the seller did not type. */
  filled: Texts;
};

export type TextField = TypedKey | 'imei';

const FormSchema = ListingFields.omit({ image: true, photos: true }).extend({ image: z.array(z.string()).min(1, 'Image is required.') });

/** The contract's own rules; what was typed is sent as it is, since the server reads prices itself. The schema's input is looser than the form's. */
export const listingResolver = zodResolver(FormSchema, undefined, { raw: true }) as unknown as Resolver<ListingForm>;

export function emptyListing(): ListingForm {
  return {
    ...forEachKey(TYPED_KEYS, () => ''),
    imei: '',
    specification: forEachKey(SPECIFICATION_KEYS, () => ''),
    image: [],
    inHand: null,
    model: '',
    answers: { screen: '', body: '', battery: '', works: '' },
    filled: {},
  };
}

/** Whether anything is typed into it. */
export function hasText({ specification, answers, image: _, inHand: ____, model: ___, filled: __, ...texts }: ListingForm): boolean {
  return [...Object.values(texts), ...Object.values(specification), ...Object.values(answers)].some((text) => text.trim() !== '');
}

/** What of it is sent: the texts of a listing. */
export const toTexts = ({ image: _, model: __, answers: ___, filled: ____, ...texts }: ListingForm) => texts;
