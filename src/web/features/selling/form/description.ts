import { type Form, fillIn } from './form-parts.tsx';

/** Starts the description with which phone it is, once the seller has answered a question about it; their own text stays. */
export function describePhone(form: Form): void {
  const { brand, model_name, storage, color, answers, condition } = form.getValues();
  if (Object.values(answers).every((answer) => answer === '')) return void fillIn(form, { description: null });
  const name = model_name.toLowerCase().startsWith(brand.toLowerCase()) ? model_name : `${brand} ${model_name}`.trim();
  const head = [name, storage, color, condition].map((text) => text.trim()).filter((text) => text !== '');
  fillIn(form, { description: head.length > 0 ? `${head.join(', ')}.` : null });
}
