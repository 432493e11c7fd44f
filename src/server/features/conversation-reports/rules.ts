import { ConflictError } from '../../errors.ts';

/** Throws 409 when there is nobody to warn: they were removed or deleted their account. */
export function requireHere(person: { removed_at: number | null } | undefined): void {
  if (person?.removed_at !== null) throw new ConflictError('conflict', 'The person reported has left the shop, so nobody can be warned. Dismiss the report.');
}
