import type { TestApp } from '#test/support/app.ts';
import { type Caller, fetchToken, logIn, type Reply, signUp } from './calls.ts';
import { createCookieJar } from './cookies.ts';

type ClientReply = Reply & { headers: Headers };

/** A person with a browser's cookies and an access token. */
export type Client = Caller<ClientReply> & {
  readonly cookie: string;
  /** Sent with each call; empty before signing up or logging in. */
  token: string;
  /** Creates an account and fetches its token. */
  signUp(email: string, role: 'buyer' | 'seller', name?: string): Promise<string>;
  /** Logs in and fetches a token. */
  signIn(email: string, password?: string): Promise<string>;
};

type Send = (path: string, request: RequestInit & { headers: Record<string, string> }) => Promise<Response>;

/** A person using a running shop at its URL, or a test app without a socket. `address` is the client address that a test app sees. */
export function createClient(shop: string | Pick<TestApp, 'app'>, { address }: { address?: string } = {}): Client {
  const send = typeof shop === 'string' ? overNetwork(shop) : overInject(shop, address);
  const cookies = createCookieJar();
  const client: Client = {
    token: '',
    get cookie() {
      return cookies.header;
    },
    async call(method, path, body, headers) {
      const isForm = body instanceof FormData || body instanceof URLSearchParams;
      const response = await send(path, {
        method,
        headers: {
          ...(cookies.header && { cookie: cookies.header }),
          ...(client.token && { authorization: `Bearer ${client.token}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      cookies.store(response.headers.getSetCookie());
      return { status: response.status, body: /^[[{]/u.test(text) ? JSON.parse(text) : text, headers: response.headers };
    },
    async signUp(email, role, name = 'Test Person') {
      await signUp(client, { email, name, role });
      client.token = await fetchToken(client, email);
      return client.token;
    },
    async signIn(email, password) {
      await logIn(client, email, password);
      client.token = await fetchToken(client, email);
      return client.token;
    },
  };
  return client;
}

function overNetwork(url: string): Send {
  return (path, request) => fetch(url + path, { ...request, headers: { origin: url, ...request.headers } });
}

function overInject({ app }: Pick<TestApp, 'app'>, remoteAddress: string | undefined): Send {
  return async (path, init) => {
    const origin = app.shopOrigin.url();
    const request = new Request(origin + path, { ...init, headers: { origin, ...init.headers } });
    const response = await app.inject({
      method: request.method as 'GET',
      url: path,
      headers: Object.fromEntries(request.headers),
      ...(init.body && { payload: Buffer.from(await request.arrayBuffer()) }),
      ...(remoteAddress && { remoteAddress }),
    });
    const headers = new Headers();
    for (const [name, values] of Object.entries(response.headers)) for (const value of [values].flat()) headers.append(name, String(value));
    return new Response(response.body || null, { status: response.statusCode, headers });
  };
}
