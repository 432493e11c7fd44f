export const days = (count: number): number => hours(count * 24);

export const hours = (count: number): number => minutes(count * 60);

export const minutes = (count: number): number => seconds(count * 60);

/** Durations in milliseconds. */
export const seconds = (count: number): number => count * 1000;

/** How many seconds are left of the 24 hours since a moment (epoch ms), one at least: until a limit of a day has room again. */
export const secondsLeftOfDay = (since: number, now: number): number => Math.max(1, Math.ceil((since + days(1) - now) / 1000));
