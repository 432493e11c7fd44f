import { ApiError } from '../../../api.ts';

/** What it says of each field. */
export const fieldErrors = (error: unknown): Record<string, string> => (isRefused(error) ? error.fields : {});

/** The server can't read what was asked for; asking again would change nothing. */
export const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.status >= 400 && error.status < 500;
