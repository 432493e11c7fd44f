import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import type { Caller } from '#test/support/world/calls.ts';
import { createCookieJar } from '#test/support/world/cookies.ts';

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; body: unknown; millis: number };

export type Asked = {
  json?: unknown;
  form?: FormData | URLSearchParams;
  body?: Buffer | string;
  /** Overrides the headers that a browser would send; null leaves one out. */
  headers?: Record<string, string | null>;
  timeoutMs?: number;
};

/** A browser, or something posing as one, with its own address. */
export type Client = Caller<Reply> & {
  readonly address: string;
  token: string;
  cookie: string;
  /** Never rejects: a connection that is refused, reset or times out returns status 0 and the error in `text`. */
  ask(method: string, path: string, asked?: Asked): Promise<Reply>;
  close(): void;
};

const TIMEOUT_MS = 30_000;

type Usual = { origin: string; cookie: string; token: string; type: string | null; length: number | undefined };

/** All of 127.0.0.0/8 is this machine, so each client can come from a different network. */
export function createClient(port: number, address: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 128, localAddress: address });
  const cookies = createCookieJar();
  const client: Client = {
    address,
    token: '',
    get cookie() {
      return cookies.header;
    },
    set cookie(text: string) {
      cookies.header = text;
    },
    call(method, path, body, headers) {
      const form = body instanceof FormData || body instanceof URLSearchParams ? body : undefined;
      return client.ask(method, path, { ...(form ? { form } : body !== undefined && { json: body }), ...(headers && { headers }) });
    },
    async ask(method, path, asked = {}) {
      const { body, type } = await bodyOf(asked);
      const headers = headersOf({ origin: `http://127.0.0.1:${port}`, cookie: client.cookie, token: client.token, type, length: body?.length }, asked);
      const begun = performance.now();
      const reply = await new Promise<Omit<Reply, 'body' | 'millis'>>((resolve) => {
        const fail = (error: Error) => resolve({ status: 0, headers: {}, text: error.message });
        const request = send({ host: '127.0.0.1', port, method, path, headers, agent, setHost: !('host' in headers), timeout: asked.timeoutMs ?? TIMEOUT_MS });
        request.on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', fail);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }));
        });
        request.on('timeout', () => request.destroy(new Error('no answer in time')));
        request.on('error', fail);
        request.end(body);
      });
      cookies.store(reply.headers['set-cookie'] ?? []);
      return { ...reply, body: /^[[{]/u.test(reply.text) ? JSON.parse(reply.text) : null, millis: performance.now() - begun };
    },
    close: () => agent.destroy(),
  };
  return client;
}

async function bodyOf({ json, form, body }: Asked): Promise<{ body: Buffer | undefined; type: string | null }> {
  if (json !== undefined) return { body: Buffer.from(JSON.stringify(json)), type: 'application/json' };
  if (body !== undefined) return { body: Buffer.from(body), type: null };
  if (form === undefined) return { body: undefined, type: null };
  const encoded = new Response(form);
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') };
}

function headersOf({ origin, cookie, token, type, length }: Usual, { headers = {} }: Asked): Record<string, string> {
  const usual = {
    origin,
    ...(cookie && { cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(type && { 'content-type': type }),
    ...(length !== undefined && { 'content-length': String(length) }),
    ...headers,
  };
  return Object.fromEntries(Object.entries(usual).filter((one): one is [string, string] => one[1] !== null));
}
