import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Where this machine keeps a Chromium; null when it has none. */
export const findChromium = (): string | null => [process.env.CHROMIUM_PATH ?? '', ...PLACES].find((place) => place !== '' && existsSync(place)) ?? null;
