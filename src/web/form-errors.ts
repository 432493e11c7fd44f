import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api.ts';
import { sentenceOf } from './error-sentence.ts';
import { IdentityError } from './ports/identity.ts';

type Form<T extends FieldValues> = Pick<UseFormReturn<T>, 'setError'>;

/** What went wrong in a small form: at its field, or as a whole. */
export type Fault = { field?: string; whole?: string };

/** Shows the server's errors at their fields, or the whole error on the form. */
export function showFormErrors<T extends FieldValues>(form: Form<T>, error: unknown, fields: readonly Path<T>[]): void {
  if (!showFieldErrors(form, error, fields)) form.setError('root', { type: 'server', message: sentenceOf(error) });
}

/** Shows the server's errors at their fields and focuses the first one; returns false when none is a field of this form. */
export function showFieldErrors<T extends FieldValues>(form: Form<T>, error: unknown, fields: readonly Path<T>[]): boolean {
  const messages = fieldsOf(error);
  const wrong = fields.filter((name) => messages[name] !== undefined);
  // The last field to request the focus gets it.
  for (const name of wrong.toReversed()) form.setError(name, { type: 'server', message: messages[name] }, { shouldFocus: name === wrong[0] });
  return wrong.length > 0;
}

/** The server's error messages by field; none when the error is of another kind. */
export function fieldsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError || error instanceof IdentityError ? error.fields : {};
}

/** Returns where a form with one field shows an error; `names`: what the server calls that field. */
export function faultOf(error: unknown, ...names: string[]): Fault {
  const messages = fieldsOf(error);
  const atField = names.map((name) => messages[name]).find((message) => message !== undefined);
  return atField === undefined ? { whole: sentenceOf(error) } : { field: atField };
}
