// In a file of its own, so that the browser can import it without the schemas.

/** The most wanted ads that a person can have open. */
export const MAX_WANTED_ADS = 10;

/** How many days ahead the last day of a wanted ad can be. */
export const MAX_WANTED_DAYS = 60;

/** How many answers a seller can give in 24 hours. */
export const ANSWERS_A_DAY = 50;
