export type Params = Readonly<Record<string, string | undefined>>;

/**
 * Returns the decoded parameters of a path for a pattern such as `/category/:name`; null when it doesn't match or can't be decoded. Case and a
 * trailing slash make no difference.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [place, name] of wanted.entries()) {
    const value = decode(given[place] ?? '');
    if (value === null) return null;
    if (name.startsWith(':')) params[name.slice(1)] = value;
    else if (name.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
