import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api.ts';

/** Shows the server's errors at their fields and focuses the first one; returns false when none is a field of this form. */
export function showFieldErrors<T extends FieldValues>(form: Pick<UseFormReturn<T>, 'setError'>, error: unknown, fields: readonly Path<T>[]): boolean {
  if (!(error instanceof ApiError)) return false;
  const wrong = fields.filter((name) => error.fields[name] !== undefined);
  // The last field to request the focus gets it.
  for (const name of wrong.toReversed()) form.setError(name, { type: 'server', message: error.fields[name] }, { shouldFocus: name === wrong[0] });
  return wrong.length > 0;
}
