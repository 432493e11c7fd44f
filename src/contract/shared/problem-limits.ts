// In a file of their own, so that the browser can import them without the schemas.

export const MAX_STATEMENT = 5000;
export const MAX_STATEMENT_PHOTOS = 8;
/** The most statements that each side can make about one problem. */
export const MAX_STATEMENTS = 10;
/** How often each side can report a problem with one order; each report stops its deadlines. */
export const MAX_REPORTS = 2;
