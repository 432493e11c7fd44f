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

/** Browsers say no more than this; what stands behind it is not looked at. */
const MAX_USER_AGENT = 300;

const nameIn = (list: [RegExp, string][], text: string): string | null => list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** What somebody signed in with, from what their browser says of itself; null when it says nothing that anybody knows. */
export const deviceOf = (sent: string | null): string | null => {
  if (sent === null) return null;
  const userAgent = sent.slice(0, MAX_USER_AGENT);
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (browser === null) return system === null ? null : `A browser on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
};
