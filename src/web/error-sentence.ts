import { ApiError } from './api.ts';
import { IdentityError } from './ports/identity.ts';

/** A sentence for the person: what the shop or the identity service said, or that something failed. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof IdentityError ? error.message : 'Something went wrong. Nothing was lost. Please try again.';
