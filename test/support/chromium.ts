import { existsSync } from 'node:fs';

/** The one without windows comes first: a page costs it a third less. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where this machine keeps a Chromium; null when it has none. */
export const findChromium = (): string | null => [process.env.CHROMIUM_PATH ?? '', ...PLACES].find((place) => place !== '' && existsSync(place)) ?? null;
