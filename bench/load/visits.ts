/** A request, and one more that follows its reply with the cookies that came with it. */
export type Visit = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: object; follow?: string };

/** What a connection writes: the request, and the beginning of the one that follows, to which the cookies are added. */
export type WireVisit = { first: Buffer; next: string | null };

/** A visit as bytes, with headers that all visits have in common. */
export function toWire({ method = 'GET', path, headers = {}, body, follow }: Visit, host: string, common: Record<string, string> = {}): WireVisit {
  const content = body === undefined ? '' : JSON.stringify(body);
  const own = body === undefined ? headers : { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) };
  const lines = Object.entries({ host, ...common, ...own }).map(([name, value]) => `${name}: ${value}\r\n`);
  const shared = Object.entries({ host, ...common }).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    first: Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`),
    next: follow === undefined ? null : `GET ${follow} HTTP/1.1\r\n${shared.join('')}`,
  };
}

/** The cookies that a reply's head sets, as a request sends them back. */
export const cookiesOf = (head: string): string => [...head.matchAll(/\r\nset-cookie: *([^;\r]+)/giu)].map(([, cookie]) => cookie).join('; ');
