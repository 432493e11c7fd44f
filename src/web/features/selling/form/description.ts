import { sentencesOf } from '#contract/shared/condition.ts';
import { type Form, fillIn } from './form-parts.tsx';

/** Starts the description with what the seller has already said about the phone; their own text stays. */
export function describePhone(form: Form): void {
  const { brand, model_name, storage, color, answers, condition } = form.getValues();
  const sentences = sentencesOf(answers);
  if (sentences.length === 0) return void fillIn(form, { description: null });
  const name = model_name.toLowerCase().startsWith(brand.toLowerCase()) ? model_name : `${brand} ${model_name}`.trim();
  const head = [name, storage, color, condition].map((text) => text.trim()).filter((text) => text !== '');
  fillIn(form, { description: [head.length > 0 && `${head.join(', ')}.`, ...sentences].filter(Boolean).join(' ') });
}
