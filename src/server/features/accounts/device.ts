const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//u, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//u, 'Safari'],
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

const nameIn = (list: [RegExp, string][], text: string): string | null => list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** What somebody signed in with, from what their browser says of itself; null when it says nothing that anybody knows. */
export const deviceOf = (userAgent: string | null): string | null => {
  if (userAgent === null) return null;
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (browser === null) return system === null ? null : `A browser on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
};
