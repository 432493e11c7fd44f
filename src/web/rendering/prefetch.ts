/** A wait that nobody notices, in milliseconds. */
const UNNOTICED_MS = 150;

/** Waits for what a page shows: on the server until it is there, in a browser no longer than unnoticed; then the page shows what is coming. */
export function readAhead(reading: Promise<unknown>): Promise<unknown> {
  return typeof window === 'undefined' ? reading : Promise.race([reading, new Promise((resolve) => setTimeout(resolve, UNNOTICED_MS))]);
}
