import { ApiError } from '../../api.ts';

/** The form error that a verification email would resolve. */
export const UNVERIFIED = 'email_unverified';

/** Whether the address has to be verified first. */
export const isUnverified = (error: unknown): boolean => error instanceof ApiError && error.code === UNVERIFIED;
