import type { Path } from 'react-hook-form';
import { fieldOf, LISTING_KEYS, type StepId } from '#contract/listing-fields.ts';
import { MODEL_KEYS, type OwnKey } from '#contract/phone-models.ts';
import { CONDITION_QUESTION_KEYS, type ConditionQuestion } from '#contract/shared/condition-answers.ts';
import type { SpecificationKey } from '#contract/shared/specification.ts';
import type { ListingForm, TextField } from './form-fields.ts';

/** Details that differ between phones of one model, with common answers. */
export const OWN_SPECIFICATION: Record<OwnKey, readonly string[]> = {
  lock_status: ['Unlocked', 'Locked to a carrier'],
  contract: ['None', 'Transfers with the phone'],
  manufacturer_warranty: ['Expired', 'Still valid'],
  region_of_origin: ['Europe', 'United States', 'Asia'],
};
export const NOT_KNOWN = 'Not known';

export const PHONE_SPECIFICATION = Object.keys(OWN_SPECIFICATION) as OwnKey[];

type FormKey = TextField | 'image' | 'inHand';

/** The form asks for these in this order; other fields of a step follow in the order of the table. */
const FIRST = ['model_name', 'storage', 'color', 'name', 'brand', 'purchase_year', 'year_of_use', 'original_price', 'resale_price'];

type Step = { id: StepId; title: string; question: string; fields: readonly Path<ListingForm>[] };

/** The form's steps, each with its fields in order. */
export const STEPS: readonly Step[] = [
  { id: 'photos', title: 'Photos', question: 'What does it look like?', fields: fieldsOf('photos') },
  { id: 'phone', title: 'Phone', question: 'Which phone is it?', fields: [...fieldsOf('phone'), ...MODEL_KEYS.map(specificationPath)] },
  {
    id: 'condition',
    title: 'Condition',
    question: 'What condition is it in?',
    fields: [...CONDITION_QUESTION_KEYS.map(answerPath), 'condition', ...PHONE_SPECIFICATION.map(specificationPath), ...textsOf('condition', ['condition'])],
  },
  { id: 'price', title: 'Price', question: 'How much are you asking?', fields: fieldsOf('price') },
  { id: 'publish', title: 'Check and publish', question: 'Where can buyers pick it up?', fields: [...textsOf('publish', ['description']), 'description'] },
];

/** Every field in the order the form shows them, by the server's names. */
export const FORM_FIELDS: Path<ListingForm>[] = [...STEPS.flatMap(({ fields }) => fields), 'specification'];

export type { StepId };

/** Returns a step's text fields, without those it lays out itself. */
export function textsOf(step: StepId, without: readonly FormKey[] = []): TextField[] {
  return fieldsOf(step).filter((key): key is TextField => key !== 'image' && key !== 'inHand' && !without.includes(key));
}

function fieldsOf(step: StepId): FormKey[] {
  return LISTING_KEYS.filter((key): key is FormKey => fieldOf(key).step === step).sort((one, other) => place(one) - place(other));
}

function place(key: string): number {
  return FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length;
}

export const isStep = (id: string | null): id is StepId => STEPS.some((step) => step.id === id);

/** Returns the step that contains a field. */
export const stepOf = (field: Path<ListingForm>): StepId => STEPS.find(({ fields }) => fields.includes(field))?.id ?? 'publish';

function answerPath(question: ConditionQuestion) {
  return `answers.${question}` as const;
}

function specificationPath(key: SpecificationKey) {
  return `specification.${key}` as const;
}
