/** Longer addresses are nobody's page. */
const MAX_ADDRESS = 2000;
/** One slash, then nothing that a browser would read as another host, or drop. */
const PATH = /^\/(?![/\\])[^\\\p{Cc}\s]*$/u;

type Input = { get(name: string): string | null };

/** The path of a page of the shop that an address from outside names, as a path or in full; null when it leads anywhere else. */
export function toOwnPath(address: string, ownOrigin: string): string | null {
  if (address.length > MAX_ADDRESS) return null;
  const path = address === ownOrigin ? '/' : address.startsWith(`${ownOrigin}/`) ? address.slice(ownOrigin.length) : address;
  if (!PATH.test(path) || !URL.canParse(path, ownOrigin)) return null;
  const { origin, pathname, search, hash } = new URL(path, ownOrigin);
  // `/.//host` is a path on its own, and a host as soon as somebody takes its dots away.
  return origin !== ownOrigin || pathname.startsWith('//') ? null : `${pathname}${search}${hash}`;
}

/** Whether a browser says that a page of the shop itself made a request: silence is no proof. */
export function comesFromOwnPage(headers: Input, ownOrigin: string): boolean {
  if (comesFromElsewhere(headers, ownOrigin)) return false;
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') !== null : site === 'same-origin';
}

/** Whether a request says in any way that a page of another origin made it. Every browser says so of a POST; what says nothing is a program. */
export function comesFromElsewhere(headers: Input, ownOrigin: string): boolean {
  const [origin, referer, site] = [headers.get('origin'), headers.get('referer'), headers.get('sec-fetch-site')];
  if (origin !== null && origin !== ownOrigin) return true;
  if (referer !== null && referer !== '' && !isAt(referer, ownOrigin)) return true;
  return site === 'cross-site' || site === 'same-site';
}

function isAt(address: string, origin: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}
