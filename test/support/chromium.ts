import { existsSync } from 'node:fs';

const HEADLESS_SHELL = /headless-shell$/u;
/** The headless shell first: it takes a third less time for each page. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds Chromium on this machine; null when there is none. */
export const findChromium = (): string | null => [process.env.CHROMIUM_PATH ?? '', ...PLACES].find((place) => place !== '' && existsSync(place)) ?? null;

/** The same without the headless shell, which has no notifications. */
export const findWholeChromium = (): string | null => PLACES.find((place) => !HEADLESS_SHELL.test(place) && existsSync(place)) ?? null;
