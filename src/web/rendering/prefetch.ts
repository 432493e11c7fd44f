/** A delay that nobody notices, in milliseconds. */
const UNNOTICED_MS = 150;

/** Waits for a page's data: on the server until it is there, in a browser only for an unnoticeable time; then the page shows its loading state. */
export function readAhead(reading: Promise<unknown>): Promise<unknown> {
  return typeof window === 'undefined' ? reading : Promise.race([reading, new Promise((resolve) => setTimeout(resolve, UNNOTICED_MS))]);
}
