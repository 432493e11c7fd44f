import { isNowhere } from '../../../api.ts';

/** Returns the error's message for each field. */
export const fieldErrors = (error: unknown): Record<string, string> => (isNowhere(error) ? error.fields : {});
