/** Earlier paths of renamed calls. They still work, for existing clients. */
export const FORMER_PATHS: Readonly<Record<string, string>> = {
  '/notices': '/notifications',
  '/seenPhotos': '/duplicatePhotos',
  '/inHandCodes': '/possessionCodes',
  '/inHandPhotos': '/possessionPhotos',
  '/worth': '/priceEstimate',
};

/** Converts a call's path below `/api` between its former and its present name: `/notices/read` is `/notifications/read`. */
export function renamePath(path: string, names: Iterable<[from: string, to: string]>): string | null {
  for (const [from, to] of names) if (path === from || (path.startsWith(from) && '/?'.includes(path.charAt(from.length)))) return to + path.slice(from.length);
  return null;
}
