import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Validation that a form loads when somebody begins to fill it in: it weighs more than the form. If it can't be loaded, the form is sent unvalidated,
 * and the server says what is wrong.
 */
export function lateChecks<Fields extends FieldValues>(load: () => Promise<Resolver<Fields>>) {
  const resolver: Resolver<Fields> = async (...form) => {
    const check = await load().catch(() => null);
    return check === null ? { values: form[0], errors: {} } : check(...form);
  };
  return {
    resolver,
    /** For the form's `onFocus`. */
    begin: () => void load().catch(() => {}),
  };
}
