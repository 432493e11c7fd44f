// In a file of its own, so that the browser can import it without the schemas.

/** What a call says that needs somebody who is logged in, when nobody is. */
export const LOG_IN_FIRST = 'Please log in first.';
