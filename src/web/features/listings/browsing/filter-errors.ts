import { ApiError } from '../../../api.ts';

/** Returns the error's message for each field. */
export const fieldErrors = (error: unknown): Record<string, string> => (isRefused(error) ? error.fields : {});

/** Whether the server rejects the request itself; retrying would change nothing. */
export const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.status >= 400 && error.status < 500;
