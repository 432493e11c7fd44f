import type { Path } from 'react-hook-form';
import { MODEL_KEYS } from '#contract/phone-models.ts';
import type { SpecificationKey } from '#contract/shared/specification.ts';
import type { ListingForm } from './form-fields.ts';

/** What one phone has and another of its model has not, with what sellers usually say. */
export const OWN_SPECIFICATION: Partial<Record<SpecificationKey, readonly string[]>> = {
  lock_status: ['Unlocked', 'Locked to an operator'],
  contract: ['None', 'Runs with the phone'],
  manufacturer_warranty: ['Expired', 'Still valid'],
  region_of_origin: ['Europe', 'United States', 'Asia'],
};
export const NOT_KNOWN = 'Not known';

export const PHONE_SPECIFICATION = Object.keys(OWN_SPECIFICATION) as SpecificationKey[];

const specificationPath = (key: SpecificationKey) => `specification.${key}` as const;

type Step = { id: StepId; title: string; question: string; fields: readonly Path<ListingForm>[] };
export type StepId = 'photos' | 'phone' | 'condition' | 'price' | 'publish';

/** The form, step by step, each with its fields in the order in which they stand. */
export const STEPS: readonly Step[] = [
  { id: 'photos', title: 'Photos', question: 'What does it look like?', fields: ['image', 'inHand'] },
  {
    id: 'phone',
    title: 'Phone',
    question: 'Which phone is it?',
    fields: ['model_name', 'storage', 'color', 'name', 'brand', ...MODEL_KEYS.map(specificationPath)],
  },
  { id: 'condition', title: 'Condition', question: 'How is it?', fields: ['condition', ...PHONE_SPECIFICATION.map(specificationPath), 'imei'] },
  { id: 'price', title: 'Price', question: 'What should it cost?', fields: ['purchase_year', 'year_of_use', 'original_price', 'resale_price'] },
  { id: 'publish', title: 'Check and publish', question: 'Where can it be handed over?', fields: ['location', 'mobile_number', 'description'] },
];

/** Every field in the order the form shows them, by the server's names. */
export const LISTING_FIELDS: Path<ListingForm>[] = [...STEPS.flatMap(({ fields }) => fields), 'specification'];

export const isStep = (id: string | null): id is StepId => STEPS.some((step) => step.id === id);

/** The step that holds a field. */
export const stepOf = (field: Path<ListingForm>): StepId => STEPS.find(({ fields }) => fields.includes(field))?.id ?? 'publish';
