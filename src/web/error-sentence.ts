import { ApiError } from './api.ts';
import { IdentityError } from './ports/identity.ts';

/** Returns a sentence for the user: the error's own message, or a general one. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof IdentityError ? error.message : 'Something went wrong. Nothing was lost. Please try again.';
}
