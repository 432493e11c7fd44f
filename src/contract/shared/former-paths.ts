/** Paths of calls that got better names. The former ones still answer, for clients that know them. */
export const FORMER_PATHS: Readonly<Record<string, string>> = {
  '/notices': '/notifications',
  '/seenPhotos': '/duplicatePhotos',
  '/inHandCodes': '/possessionCodes',
  '/inHandPhotos': '/possessionPhotos',
  '/worth': '/priceEstimate',
};

/** The path that a call has now, or had before, below `/api`: `/notices/read` is `/notifications/read`. */
export function renamePath(path: string, names: Iterable<[from: string, to: string]>): string | null {
  for (const [from, to] of names) if (path === from || (path.startsWith(from) && '/?'.includes(path.charAt(from.length)))) return to + path.slice(from.length);
  return null;
}
