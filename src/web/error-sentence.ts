import { ApiError } from './api.ts';
import { IdentityError } from './ports/identity.ts';

/** A sentence for the person: what the shop or the identity service said, or that something failed. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof IdentityError ? error.message : 'Something went wrong. Nothing was lost. Please try again.';
}
