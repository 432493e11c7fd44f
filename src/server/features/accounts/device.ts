const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//u, 'Chrome'],
  [/\bVersion\/\d[\w./ ]{0,60}\bSafari\//u, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/u, 'an iPhone'],
  [/\biPad\b/u, 'an iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'a Mac'],
  [/\bLinux\b|\bX11\b/u, 'Linux'],
];

/** Longer than any real browser's user agent; the rest is ignored. */
const MAX_USER_AGENT = 300;

/** The device somebody logged in with, according to the browser's user agent; null if it can't be told. */
export function deviceOf(sent: string | null): string | null {
  if (sent === null) return null;
  const userAgent = sent.slice(0, MAX_USER_AGENT);
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (browser === null) return system === null ? null : `A browser on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
}

const nameIn = (list: [RegExp, string][], text: string): string | null => list.find(([pattern]) => pattern.test(text))?.[1] ?? null;
