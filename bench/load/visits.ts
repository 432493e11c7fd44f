/** A request, with an optional second one that sends back the cookies from its reply. */
export type Visit = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: object; follow?: string };

/** The bytes to write: the request, and the beginning of the second one, to which the cookies are appended. */
export type WireVisit = { first: Buffer; next: string | null };

/** A visit as bytes, with the headers that all visits share. */
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

/** The cookies set by a reply's head, as a `cookie` header value. */
export const cookiesOf = (head: string): string => [...head.matchAll(/\r\nset-cookie: *([^;\r]+)/giu)].map(([, cookie]) => cookie).join('; ');
