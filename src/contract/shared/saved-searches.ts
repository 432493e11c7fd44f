// In a file of its own, so that the browser can import it without the schemas.

/** How often somebody is alerted of phones that match a search. */
export const ALERT_FREQUENCIES = ['instantly', 'daily', 'weekly', 'off'] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

/** The most searches that a person can save. */
export const MAX_SAVED_SEARCHES = 50;
