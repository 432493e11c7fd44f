/** Formats the month alike everywhere, so that the server and the browser agree. */
export const formatMonth = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });
