const FORMAT = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** Formats the month alike everywhere, so that the server and the browser agree. */
export const formatMonth = (iso: string): string => FORMAT.format(new Date(iso));
