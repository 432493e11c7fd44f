/** No page has a longer address. */
const MAX_ADDRESS = 2000;
/** One slash, then nothing that browsers would drop or read as another host. */
const PATH = /^\/(?![/\\])[^\\\p{Cc}\s]*$/u;

type Input = { get(name: string): string | null };

/** The path of a page of the shop, from an outside address given as a path or in full; null when it leads elsewhere. */
export function toOwnPath(address: string, ownOrigin: string): string | null {
  if (address.length > MAX_ADDRESS) return null;
  const path = address === ownOrigin ? '/' : address.startsWith(`${ownOrigin}/`) ? address.slice(ownOrigin.length) : address;
  if (!PATH.test(path) || !URL.canParse(path, ownOrigin)) return null;
  const { origin, pathname, search, hash } = new URL(path, ownOrigin);
  // `/.//host` is a path, but becomes a host as soon as somebody normalizes it.
  return origin !== ownOrigin || pathname.startsWith('//') ? null : `${pathname}${search}${hash}`;
}

/** Whether the browser confirms that a page of the shop made this request; missing headers prove nothing. */
export function comesFromOwnPage(headers: Input, ownOrigin: string): boolean {
  if (comesFromElsewhere(headers, ownOrigin)) return false;
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') !== null : site === 'same-origin';
}

/**
 * Whether any header says that another origin's page made this request. Browsers always say so for a POST; without these headers the client is a
 * program.
 */
export function comesFromElsewhere(headers: Input, ownOrigin: string): boolean {
  const [origin, referer, site] = [headers.get('origin'), headers.get('referer'), headers.get('sec-fetch-site')];
  if (origin !== null && origin !== ownOrigin) return true;
  if (referer !== null && referer !== '' && !isAt(referer, ownOrigin)) return true;
  return site === 'cross-site' || site === 'same-site';
}

function isAt(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}
